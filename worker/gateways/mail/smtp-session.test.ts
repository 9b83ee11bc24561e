import { afterEach, expect, test } from "vitest";
import { startMailServer } from "#tests/support/mail-server";
import { MailError } from "#worker/gateways/mail/interface";
import { composeMime } from "#worker/gateways/mail/mime-message";
import { openSession, usualTimeouts } from "#worker/gateways/mail/smtp-session";

let end: (() => Promise<unknown>) | undefined;
afterEach(() => end?.());

/** Signs in with this password; over TLS where it matters, which the address of the server demands. */
const signIn = async (pass: string) => {
	const server = await startMailServer({ password: "s3cret" });
	end = server.stop;
	const place = { host: "127.0.0.1", port: server.port, secure: false };
	return { server, session: openSession({ ...place, auth: { user: "portal", pass } }, usualTimeouts) };
};

const message = await composeMime({
	from: { name: "", address: "no-reply@matricula.example" },
	to: "ada@acme.example",
	subject: "Hello",
	text: "Hi",
	headers: {},
	attachments: [],
});

test("signs a session in once, for all its emails", async () => {
	const { server, session } = await signIn("s3cret");
	const open = await session;
	await open.send(message);
	await open.send(message);
	expect([server.received.length, server.sessions.length]).toEqual([2, 1]);
	await open.quit();
	expect(open.isOpen()).toBe(false);
	await expect.poll(server.open).toBe(0);
	await open.quit();
});

test("blames all emails for a wrong password, reveals it in no error, and leaves no connection open", async () => {
	const { server, session } = await signIn("wr0ng");
	const fault = await session.catch((error: unknown) => error);
	const reason = "The mail server refused the portal's sign-in.";
	expect(fault).toBeInstanceOf(MailError);
	expect(fault).toMatchObject({ isFinal: false, isOfThisMail: false, reason });
	expect(JSON.stringify([String(fault), (fault as Error).stack])).not.toContain("wr0ng");
	await expect.poll(server.open).toBe(0);
});
