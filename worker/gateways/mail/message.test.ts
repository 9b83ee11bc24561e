import { describe, expect, test } from "vitest";
import { buildMessage } from "#worker/gateways/mail/message";

const mail = { organisationId: "acme", to: "ada@acme.example", subject: "Hello", text: "Hi" };

describe("buildMessage", () => {
	test("a line break in a header becomes a space", () => {
		const message = buildMessage({ ...mail, subject: "Hi\r\nBcc: all@acme.example" }, "Acme\n <no-reply@acme.example>");
		expect(message.subject).toBe("Hi Bcc: all@acme.example");
		expect(message.from).toBe("Acme  <no-reply@acme.example>");
	});

	test.each([
		"ada@acme.example, eve@evil.test",
		"ada@acme.example\r\nBcc: eve@evil.test",
		"<ada@acme.example>",
		"ada",
		"",
	])("%j is not a recipient", (to) => {
		expect(() => buildMessage({ ...mail, to }, "no-reply@acme.example")).toThrow("plain address");
	});
});
