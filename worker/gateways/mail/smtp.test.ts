import { createServer, type Server, type Socket } from "node:net";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, test } from "vitest";
import { startMailServer } from "#tests/support/mail-server";
import { type Mail, MailError } from "#worker/gateways/mail/interface";
import { smtpMailer, smtpOptions } from "#worker/gateways/mail/smtp";
import type { usualTimeouts } from "#worker/gateways/mail/smtp-session";

const sender = "Matricula <no-reply@matricula.example>";
const mail: Mail = {
	organisationId: "acme",
	to: "ada@acme.example",
	subject: "Ẹ káàbọ̀",
	text: "Hi",
	html: "<p>Hi</p>",
};

let endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const end of endings.reverse()) await end();
	endings = [];
});

const startServer = async (options: Parameters<typeof startMailServer>[0] = {}) => {
	const server = await startMailServer(options);
	endings.push(server.stop);
	return server;
};

/** For a server that says nothing: nobody waits for it long. */
const shortTimeouts = { greetingTimeout: 200, socketTimeout: 200 };

/** A mailer that is closed at the end, with shorter timeouts than usual. */
const openMailer = (url: string, from = sender, more: Partial<typeof usualTimeouts> = {}) => {
	const steps = { connectionTimeout: 2_000, greetingTimeout: 2_000, socketTimeout: 2_000 };
	const timeouts = { ...steps, openTimeout: 5_000, mailTimeout: 5_000, ...more };
	const mailer = smtpMailer(url, from, timeouts);
	endings.push(mailer.close);
	return mailer;
};

/** A server that speaks as told and keeps no rules. */
const startScript = async (talk: (socket: Socket) => void) => {
	const server: Server = createServer((socket) => {
		socket.on("error", () => undefined);
		talk(socket);
		socket.resume();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	endings.push(() => new Promise((resolve) => server.close(resolve)));
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return `smtp://127.0.0.1:${address.port}`;
};

interface Said {
	/** The command, or "." for the end of a mail. */
	said: string;
	say: (answer: string) => true;
	socket: Socket;
}

/** A server that takes mails unless it is told to answer something itself. */
const startTalk = async (answers: (said: Said) => boolean) => {
	const letters: string[] = [];
	const url = await startScript((socket) => {
		const say = (answer: string): true => {
			socket.write(`${answer}\r\n`);
			return true;
		};
		let letter: string | undefined;
		say("220 mx7 ESMTP");
		socket.on("data", (chunk) => {
			if (letter !== undefined) {
				letter += chunk.toString();
				if (!letter.endsWith("\r\n.\r\n")) return;
				letters.push(letter);
				letter = undefined;
				if (!answers({ said: ".", say, socket })) say("250 Taken");
				return;
			}
			const said = /^(MAIL FROM|RCPT TO|\w+)/i.exec(chunk.toString())?.[1]?.toUpperCase() ?? "";
			if (answers({ said, say, socket })) return;
			if (said === "DATA") letter = "";
			if (said === "QUIT") return void socket.end("221 Bye\r\n");
			say(said === "DATA" ? "354 Go on" : "250 OK");
		});
	});
	return { url, letters };
};

const faultOf = async (sending: Promise<void>): Promise<MailError> => {
	const thrown = await sending.then(
		() => undefined,
		(error: unknown) => error,
	);
	if (!(thrown instanceof MailError)) throw new Error(`no MailError, but ${String(thrown)}`);
	return thrown;
};

describe("a message", () => {
	test("arrives as it was written, from the institution, as text and HTML", async () => {
		const { url, received } = await startServer();
		const text = "Dear Ada,\n\n.a line that begins with a dot\n..\n.\nE̩ ṣé gan-an ni 🎓";
		await openMailer(url).send({ ...mail, id: "m-1", fromName: "Acme, Ltd", replyTo: "office@acme.example", text });
		const [one] = received;
		const read = await PostalMime.parse(one?.raw ?? "");
		expect([one?.from, one?.to]).toEqual(["no-reply@matricula.example", ["ada@acme.example"]]);
		expect(read.from).toEqual({ name: "Acme, Ltd", address: "no-reply@matricula.example" });
		expect(read.to).toEqual([{ name: "", address: "ada@acme.example" }]);
		expect(read.replyTo).toEqual([{ name: "", address: "office@acme.example" }]);
		expect(read.subject).toBe(mail.subject);
		expect(read.text?.trimEnd()).toBe(text);
		expect(read.html?.trim()).toBe("<p>Hi</p>");
		expect(one?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
		expect(one?.raw).toMatch(/^Message-ID: <acme\.m-1@matricula\.example>\r$/m);
		expect(one?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
		expect(one?.raw).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/m);
		expect(Date.parse(/^Date: (.+)\r$/m.exec(one?.raw ?? "")?.[1] ?? "")).toBeGreaterThan(0);
		expect(one?.raw).not.toMatch(/^(List-Unsubscribe|Precedence|X-Mailer|Bcc):/im);
	});

	test("arrives with its files, byte for byte, whatever their names", async () => {
		const { url, received } = await startServer();
		const bytes = Uint8Array.from({ length: 9_000 }, (_, index) => (index * 7) % 256);
		const names = ["Ìwé ẹ̀rí – admission letter of Adébáyọ̀.pdf", 'a "quoted"; name.pdf', `${"long ".repeat(30)}.pdf`];
		const attachments = names.map((name) => ({ name, mimetype: "application/pdf", bytes }));
		await openMailer(url).send({ ...mail, attachments });
		const read = await PostalMime.parse(received[0]?.raw ?? "");
		expect(read.attachments.map(({ filename }) => filename)).toEqual(names);
		for (const { content, mimeType, disposition } of read.attachments) {
			expect([mimeType, disposition]).toEqual(["application/pdf", "attachment"]);
			expect(new Uint8Array(content as ArrayBuffer)).toEqual(bytes);
		}
		expect(read.html?.trim()).toBe("<p>Hi</p>");
	});

	const lineEnds = ["\r", "\n", "\u000b", "\f", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"];
	const everyLineEnd = lineEnds.map((end) => `x${end}Bcc: eve@evil.test`).join("");
	const evil = "x\r\nBcc: eve@evil.test\r\n\r\n<script>";
	const file = { name: "a.pdf", mimetype: "application/pdf", bytes: new Uint8Array(3) };
	test.each<[string, Partial<Mail>, string?]>([
		["the subject", { subject: evil }],
		["the institution's name", { fromName: evil }],
		["the sender", {}, "x\r\nBcc: eve@evil.test\r\n <no-reply@matricula.example>"],
		["the address for answers", { replyTo: `office@acme.example${evil}` }],
		["the id", { id: evil }],
		["the organisation", { organisationId: evil, id: "1" }],
		["a file's name", { attachments: [{ ...file, name: evil }] }],
		["a file's type", { attachments: [{ ...file, mimetype: `text/html${evil}` }] }],
		["the text", { text: evil }],
		["a NEL and a line separator in the subject", { subject: "x\u0085Bcc: eve@evil.test\u2028Bcc: eve@evil.test" }],
		["every line end in a name", { fromName: everyLineEnd }],
		["every line end in a file's name", { attachments: [{ ...file, name: everyLineEnd }] }],
	])("takes no header and no recipient from %s", async (_where, more, from) => {
		const { url, received } = await startServer();
		await openMailer(url, from).send({ ...mail, ...more });
		expect(received.map(({ to }) => to)).toEqual([["ada@acme.example"]]);
		const read = await PostalMime.parse(received[0]?.raw ?? "");
		expect(read.bcc).toBeUndefined();
		const head = received[0]?.raw.slice(0, received[0].raw.indexOf("\r\n\r\n"));
		expect(head).not.toMatch(/^Bcc/im);
		expect(read.html?.trim()).toBe("<p>Hi</p>");
	});
});

describe("the connection", () => {
	test("is shared by all emails of a mailer, and closed with it", async () => {
		const { url, received, sessions, open } = await startServer();
		const mailer = openMailer(url);
		for (let index = 0; index < 5; index++) await mailer.send({ ...mail, subject: `Mail ${index}` });
		expect([received.length, sessions.length]).toEqual([5, 1]);
		await mailer.close();
		await expect.poll(open).toBe(0);
		await mailer.send(mail);
		expect([received.length, sessions.length]).toEqual([6, 2]);
	});

	test("is one of at most three for simultaneous emails, each of which is sent once", async () => {
		const { url, received, sessions, mostOpen } = await startServer();
		const mailer = openMailer(url);
		await Promise.all(Array.from({ length: 40 }, (_, index) => mailer.send({ ...mail, id: `m${index}` })));
		const ids = received.map(({ raw }) => /^Message-ID: (.+)\r$/m.exec(raw)?.[1]);
		expect(new Set(ids).size).toBe(40);
		expect([received.length, sessions.length, mostOpen()]).toEqual([40, 3, 3]);
	});

	test("is opened again after the server has closed it", async () => {
		const { url, received, sessions, hangUp } = await startServer();
		const mailer = openMailer(url);
		await mailer.send(mail);
		hangUp();
		await mailer.send(mail);
		expect([received.length, sessions.length]).toEqual([2, 2]);
	});

	test("is opened again when the server accepts no more over the one before", async () => {
		const { url, received, sessions } = await startServer({ mailsPerSession: 2 });
		const mailer = openMailer(url);
		for (let index = 0; index < 5; index++) await mailer.send(mail);
		expect([received.length, sessions.length]).toEqual([5, 3]);
	});

	test("is not signed in without TLS, and reveals no password", async () => {
		const { port, received } = await startServer({ password: "s3cret" });
		const fault = await faultOf(openMailer(`smtp://portal:s3cret@127.0.0.1:${port}`).send(mail));
		expect(fault).toMatchObject({ isFinal: false, isOfThisMail: false });
		expect(fault.message).toContain("STARTTLS");
		expect(`${fault.stack} ${fault.reason} ${String(fault.cause)}`).not.toContain("s3cret");
		expect(received).toEqual([]);
	});
});

describe("a refusal", () => {
	test.each([
		["nobody", { isFinal: true, isOfThisMail: true, reason: "The address was refused: there is no such mailbox." }],
		[
			"gone",
			{
				isFinal: true,
				isOfThisMail: true,
				reason: "The address was refused: the mail server does not take mails for it (550).",
			},
		],
		["full", { isFinal: false, isOfThisMail: true, reason: "The mailbox is full." }],
		["later", { isFinal: false, isOfThisMail: true, reason: "The mail server asked to try again later (451)." }],
		["spam", { isFinal: true, isOfThisMail: true, reason: "The mail server refused the mail (554)." }],
		["busy", { isFinal: false, isOfThisMail: true, reason: "The mail server asked to try again later (451)." }],
		[
			"elsewhere",
			{
				isFinal: false,
				isOfThisMail: false,
				reason: "The mail server does not pass on mails of the portal (554).",
			},
		],
		["stranger", { isFinal: false, isOfThisMail: false, reason: "The mail server refused the portal's sign-in." }],
	])("of %s@ says whose fault it is, and the next email uses the same connection", async (who, about) => {
		const { url, received, sessions } = await startServer();
		const mailer = openMailer(url);
		await mailer.send(mail);
		const fault = await faultOf(mailer.send({ ...mail, to: `${who}@acme.example` }));
		expect(fault).toMatchObject(about);
		expect(`${fault.message} ${fault.reason}`).not.toMatch(/acme|mx7/);
		await mailer.send(mail);
		expect([received.length, sessions.length]).toEqual([2, 1]);
	});

	test("with 421 concerns all emails, whatever command it follows", async () => {
		const { url } = await startServer();
		const fault = await faultOf(openMailer(url).send({ ...mail, to: "closing@acme.example" }));
		expect(fault).toMatchObject({ isFinal: false, isOfThisMail: false });
	});

	test("of an email that is too large concerns only that one, and the next is sent", async () => {
		const { url, received } = await startServer({ size: 20_000 });
		const mailer = openMailer(url);
		const fault = await faultOf(mailer.send({ ...mail, text: "long ".repeat(10_000) }));
		const reason = "The mail is larger than the mail server takes.";
		expect(fault).toMatchObject({ isFinal: true, isOfThisMail: true, reason });
		await mailer.send(mail);
		expect(received).toHaveLength(1);
	});

	const mailboxes = { isFinal: true, isOfThisMail: true };
	const server = { isFinal: false, isOfThisMail: false };
	test.each<[string, string, object]>([
		["MAIL FROM", "550 5.1.8 Sender refused", server],
		["MAIL FROM", "451 4.3.0 Not now", server],
		["MAIL FROM", "552 5.3.4 Too big", mailboxes],
		["RCPT TO", "550 5.1.1 Nobody", mailboxes],
		["RCPT TO", "450 4.2.0 Busy", { isFinal: false, isOfThisMail: true }],
		["RCPT TO", "421 4.3.2 Closing", server],
		["DATA", "554 5.5.1 No", { isFinal: true, isOfThisMail: true }],
		["DATA", "451 4.3.0 Not now", { isFinal: false, isOfThisMail: true }],
		["DATA", "421 4.3.2 Closing", server],
		[".", "554 5.7.1 Spam", mailboxes],
		[".", "451 4.3.0 Not now", { isFinal: false, isOfThisMail: true }],
		[".", "421 4.3.2 Closing", server],
	])("at %s with %s says whose fault it is", async (at, answer, about) => {
		const { url } = await startTalk(({ said, say }) => said === at && say(answer));
		expect(await faultOf(openMailer(url).send(mail))).toMatchObject(about);
	});

	test("of the connection itself concerns all emails", async () => {
		for (const greeting of ["554 5.7.1 Not you, 127.0.0.1\r\n", "421 4.3.2 Not now\r\n"]) {
			const url = await startScript((socket) => socket.end(greeting));
			expect(await faultOf(openMailer(url).send(mail))).toMatchObject({ isFinal: false, isOfThisMail: false });
		}
	});
});

describe("a server", () => {
	test("that closes the connection during an email has not accepted it, and the next email is sent", async () => {
		const { url, received } = await startServer();
		const mailer = openMailer(url);
		await mailer.send(mail);
		const fault = await faultOf(mailer.send({ ...mail, to: "hangup@acme.example" }));
		const reason = "The mail server broke off in the middle of the mail.";
		expect(fault).toMatchObject({ isFinal: false, isOfThisMail: true, reason });
		await mailer.send(mail);
		expect(received).toHaveLength(2);
	});

	test.each([
		["MAIL FROM", { isOfThisMail: false, reason: "The mail server could not be reached." }],
		["RCPT TO", { isOfThisMail: false, reason: "The mail server could not be reached." }],
		["DATA", { isOfThisMail: false, reason: "The mail server could not be reached." }],
		[".", { isOfThisMail: true, reason: "The mail server broke off in the middle of the mail." }],
	])("that closes the connection or falls silent at %s is tried again later", async (at, about) => {
		for (const leave of [(socket: Socket) => socket.destroy(), () => undefined]) {
			const { url } = await startTalk(({ said, socket }) => {
				if (said !== at) return false;
				leave(socket);
				return true;
			});
			expect(await faultOf(openMailer(url, sender, shortTimeouts).send(mail))).toMatchObject({
				isFinal: false,
				...about,
			});
		}
	});

	test("that closed the connection before it responded gets the same email again, with the same Message-ID", async () => {
		let times = 0;
		const { url, letters } = await startTalk(({ said, socket }) => {
			if (said !== "." || ++times > 1) return false;
			socket.destroy();
			return true;
		});
		const mailer = openMailer(url);
		await faultOf(mailer.send({ ...mail, id: "m-1" }));
		await mailer.send({ ...mail, id: "m-1" });
		expect(letters.map((letter) => /^Message-ID: (.+)\r$/m.exec(letter)?.[1])).toEqual(
			Array(2).fill("<acme.m-1@matricula.example>"),
		);
	});

	test("that responds a word at a time is slow, but gets the email", async () => {
		const { url, letters } = await startTalk(({ said, socket }) => {
			if (said !== "RCPT TO") return false;
			for (const [index, part] of ["25", "0 O", "K\r", "\n"].entries())
				setTimeout(() => socket.write(part), 20 * index);
			return true;
		});
		await openMailer(url).send(mail);
		expect(letters).toHaveLength(1);
	});

	test.each([
		["before the first mail", "EHLO", { openTimeout: 50 }, false],
		["in the middle of one, and the next goes over another connection", "DATA", { mailTimeout: 50 }, true],
	])("that is slow at every step is given up: %s", async (_what, at, more, isNextSent) => {
		let times = 0;
		const { url, letters } = await startTalk(({ said, say }) => {
			if (said !== at || ++times > 1) return false;
			setTimeout(() => say("250-Wait"), 30);
			setTimeout(() => say("250 OK"), 100);
			return true;
		});
		const mailer = openMailer(url, sender, more);
		expect(await faultOf(mailer.send(mail))).toMatchObject({ isFinal: false, isOfThisMail: false });
		if (!isNextSent) return;
		await mailer.send(mail);
		expect(letters).toHaveLength(1);
	});

	test.each([
		["at the greeting", ""],
		["to the recipient", "RCPT TO"],
		["after the mail", "."],
	])("that responds with 10 MB %s is given up in time, and the email is not lost", async (_when, at) => {
		const flood = (socket: Socket) => void socket.write(`250-${"x".repeat(10_000_000)}`);
		const { url } =
			at === ""
				? { url: await startScript(flood) }
				: await startTalk(({ said, socket }) => {
						if (said !== at) return false;
						flood(socket);
						return true;
					});
		const begun = Date.now();
		const mailer = openMailer(url, sender, { ...shortTimeouts, mailTimeout: 1_000 });
		expect(await faultOf(mailer.send(mail))).toMatchObject({ isFinal: false });
		expect(Date.now() - begun).toBeLessThan(4_000);
	});

	test("is greeted with the portal's own name", async () => {
		const { url, greetings } = await startServer();
		await openMailer(url).send(mail);
		expect(greetings).toEqual(["matricula.example"]);
	});

	test.each([
		["never greets", () => undefined],
		["greets and falls silent", (socket: Socket) => socket.write("220 hello\r\n")],
		["hangs up at once", (socket: Socket) => socket.destroy()],
		["speaks something else", (socket: Socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")],
	])("that %s is not this email's fault", async (_how, talk) => {
		const url = await startScript(talk);
		expect(await faultOf(openMailer(url, sender, shortTimeouts).send(mail))).toMatchObject({
			isFinal: false,
			isOfThisMail: false,
		});
	});

	test("that is unreachable is not this email's fault", async () => {
		const { url, stop } = await startMailServer();
		await stop();
		const fault = await faultOf(openMailer(url).send(mail));
		expect(fault.message).toContain("ECONNREFUSED");
		expect(fault).toMatchObject({
			isFinal: false,
			isOfThisMail: false,
			reason: "The mail server could not be reached.",
		});
	});
});

describe("smtpOptions", () => {
	test("uses TLS from the start for smtps, with the password decoded", () => {
		expect(smtpOptions("smtps://ada:p%40ss@mail.example")).toEqual({
			host: "mail.example",
			port: 465,
			secure: true,
			auth: { user: "ada", pass: "p@ss" },
			requireTLS: false,
		});
	});

	test("never sends a password before TLS", () => {
		expect(smtpOptions("smtp://ada:pw@mail.example:2525")).toMatchObject({
			port: 2525,
			secure: false,
			requireTLS: true,
		});
	});
});
