import { describe, expect, test } from "vitest";
import type { Mail } from "#worker/gateways/mail/interface";
import { buildMessage, formatAddress } from "#worker/gateways/mail/message";

const mail: Mail = { organisationId: "acme", to: "ada@acme.example", subject: "Hello", text: "Hi" };
const sender = "Matricula <no-reply@matricula.example>";
const build = (more: Partial<Mail> = {}, from = sender) => buildMessage({ ...mail, ...more }, from);
const file = { name: "a.pdf", mimetype: "application/pdf", bytes: new Uint8Array(3) };

describe("buildMessage", () => {
	test("replaces a line break in a header with a space, and removes invisible characters", () => {
		const message = build({ subject: "Hi\r\nBcc: all@\u0000acme\u0085.example" }, "Acme\n <no-reply@acme.example>");
		expect(message.subject).toBe("Hi Bcc: all@acme.example");
		expect(message.from).toEqual({ name: "Acme", address: "no-reply@acme.example" });
	});

	test.each([
		"ada@acme.example, eve@evil.test",
		"ada@acme.example\r\nBcc: eve@evil.test",
		"ada@acme.example\u0000",
		...["\u000b", "\f", "\u0085", "\u00a0", "\u2028", "\u2029", "\u200b", "\u202e"].map(
			(end) => `ada${end}@acme.example`,
		),
		"<ada@acme.example>",
		"ada@acme@example",
		"ada",
		"",
	])("refuses the recipient %j for good", (to) => {
		expect(() => build({ to })).toThrow(
			expect.objectContaining({ isFinal: true, isOfThisMail: true, reason: "The address is not an email address." }),
		);
	});

	test("sends an institution's email from the portal's address, and the portal's under its own name", () => {
		const address = "no-reply@matricula.example";
		expect(build({ fromName: "Crestfield University" }).from).toEqual({ name: "Crestfield University", address });
		expect(build({ fromName: " \r\n" }).from).toEqual({ name: "Matricula", address });
		expect(build({}, address).from).toEqual({ name: "", address });
		expect(build({}, `"Acme, Ltd" <${address}>`).from).toEqual({ name: "Acme, Ltd", address });
	});

	test.each(["", "Acme", "Acme <nobody>", "a@b.example, c@d.example"])(
		"refuses the sender %j for every email",
		(from) => {
			expect(() => build({}, from)).toThrow(expect.objectContaining({ isFinal: false, isOfThisMail: false }));
		},
	);

	test("gives the same email the same Message-ID at every try, and no other email the same", () => {
		const idOf = (more: Partial<Mail>) => build(more).messageId;
		expect(idOf({ id: "m-1" })).toBe("<acme.m-1@matricula.example>");
		expect(idOf({ id: "m-1", subject: "Other" })).toBe(idOf({ id: "m-1" }));
		expect(idOf({ id: "m-1", organisationId: "other" })).toBe("<other.m-1@matricula.example>");
		expect(idOf({ id: "a>\r\nb@c" })).toBe("<acme.a%3E%0D%0Ab%40c@matricula.example>");
		expect(idOf({})).toBeUndefined();
	});

	test("asks machines not to reply, and offers no unsubscribing", () => {
		expect(build().headers).toEqual({
			"Auto-Submitted": "auto-generated",
			"X-Auto-Response-Suppress": "OOF, AutoReply",
		});
	});

	test("leaves out an invalid address for replies", () => {
		expect(build({ replyTo: "office@acme.example" }).replyTo).toBe("office@acme.example");
		expect(build({ replyTo: "the office, room 4" })).not.toHaveProperty("replyTo");
	});

	test.each([
		["../../etc/passwd", "application/pdf", ".._.._etc_passwd", "application/pdf"],
		["a\r\nb.pdf", "text/html; charset=x\r\nBcc: y", "a b.pdf", "application/octet-stream"],
		["", "message/rfc822", "attachment", "application/octet-stream"],
		["x".repeat(300), "multipart/mixed", "x".repeat(200), "application/octet-stream"],
	])("sends a file %j of type %j as %j of type %j", (name, mimetype, shown, type) => {
		expect(build({ attachments: [{ ...file, name, mimetype }] }).attachments).toMatchObject([
			{ name: shown, mimetype: type },
		]);
	});
});

describe("formatAddress", () => {
	test.each([
		["", "a@b.example"],
		["Ẹkọ University", "Ẹkọ University <a@b.example>"],
		["Acme, Ltd", '"Acme, Ltd" <a@b.example>'],
		['The "best" \\ Bcc: x', '"The \\"best\\" \\\\ Bcc: x" <a@b.example>'],
		["eve@evil.test", '"eve@evil.test" <a@b.example>'],
	])("writes %j as %j", (name, shown) => {
		expect(formatAddress({ name, address: "a@b.example" })).toBe(shown);
	});
});
