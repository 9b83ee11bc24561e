import { afterEach, describe, expect, test, vi } from "vitest";
import type { RequestContext } from "#worker/context";
import { type Env, readEnv } from "#worker/env";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";

const settings = {
	ENVIRONMENT: "test",
	SECRET: "a secret of the test, 32 characters",
	CLIENT_SECRET: "client secret of the test",
	PORTAL_ORIGIN: "https://portal.test",
};
const mail = { organisationId: "acme", to: "ada@acme.example", subject: "Hello", text: "Hi" };

/** The mailer of these settings, and what it writes to the organisation's outbox. */
const mailerOf = (more: Record<string, string>) => {
	const outbox: unknown[] = [];
	// why: of the database, the outbox only inserts; the rest is not there to be used.
	const database = {
		insert: () => ({ values: (row: unknown) => ({ onConflictDoNothing: async () => outbox.push(row) }) }),
	};
	const ctx = {
		env: readEnv({ ...settings, ...more } as unknown as Env),
		databaseFor: (organisationId: string) => (organisationId === "acme" ? database : undefined),
		newId: () => "mail-1",
		now: () => 7,
	} as unknown as RequestContext;
	return { mailer: () => chooseMailer(ctx), outbox };
};

afterEach(() => vi.unstubAllGlobals());

describe("chooseMailer", () => {
	test("keeps email in the organisation's outbox by default", async () => {
		const network = vi.fn();
		vi.stubGlobal("fetch", network);
		const { mailer, outbox } = mailerOf({ SMTP_URL: "smtp://127.0.0.1:1", MAIL_API_KEY: "k" });
		await mailer().send(mail);
		expect(outbox).toMatchObject([{ organisationId: "acme", id: "mail-1", recipient: mail.to, createdAt: 7 }]);
		expect(network).not.toHaveBeenCalled();
	});

	test("sends by smtp to SMTP_URL", async () => {
		const { mailer, outbox } = mailerOf({ MAIL_TRANSPORT: "smtp", SMTP_URL: "smtp://127.0.0.1:1" });
		await expect(mailer().send(mail)).rejects.toThrow("ECONNREFUSED 127.0.0.1:1");
		expect(outbox).toEqual([]);
	});

	test("sends by http to MAIL_API_URL with MAIL_API_KEY, from MAIL_FROM", async () => {
		const network = vi.fn(async (_url: string, _init: RequestInit) => new Response("{}"));
		vi.stubGlobal("fetch", network);
		const { mailer, outbox } = mailerOf({
			MAIL_TRANSPORT: "http",
			MAIL_API_URL: "https://mail.test/emails",
			MAIL_API_KEY: "re_key",
			MAIL_FROM: "Acme <office@acme.example>",
		});
		await mailer().send(mail);
		const [url, init] = network.mock.calls[0] ?? [];
		expect(url).toBe("https://mail.test/emails");
		expect(init?.headers).toMatchObject({ authorization: "Bearer re_key" });
		expect(JSON.parse(String(init?.body))).toMatchObject({ from: "Acme <office@acme.example>", to: [mail.to] });
		expect(outbox).toEqual([]);
	});

	test.each([
		[{ MAIL_TRANSPORT: "smtp" }, "SMTP_URL is not set"],
		[{ MAIL_TRANSPORT: "http", MAIL_API_URL: "https://mail.test" }, "MAIL_API_KEY is not set"],
		[{ MAIL_TRANSPORT: "http", MAIL_API_KEY: "re_secret" }, "MAIL_API_URL or MAIL_API_KEY is not set"],
	])("names the missing setting of %j without any value", (more, message) => {
		const { mailer } = mailerOf(more);
		expect(mailer).toThrow(message);
		expect(mailer).not.toThrow(/re_secret/);
	});
});
