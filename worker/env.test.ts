import { describe, expect, test } from "vitest";
import { ConfigurationError, type Env, readEnv } from "#worker/env";

const settings = {
	ENVIRONMENT: "test",
	SECRET: "a secret of the test, 32 characters",
	CLIENT_SECRET: "client secret of the test",
	PORTAL_ORIGIN: "https://portal.test",
};
const read = (more: Record<string, string>) => readEnv({ ...settings, ...more } as unknown as Env);
/** Why these settings are refused. */
const messageOf = (more: Record<string, string>) => {
	try {
		return `taken: ${JSON.stringify(read(more))}`;
	} catch (error) {
		return String(error);
	}
};

describe("readEnv", () => {
	test.each(["https://auth.test", "https://auth.test/api", "http://localhost:8787/api/"])(
		"accepts the auth service %s",
		(url) => {
			expect(read({ AUTH_SERVICE_URL: url }).AUTH_SERVICE_URL).toBe(url);
		},
	);

	test.each([
		"auth.test",
		"ftp://auth.test",
		"https://user:pw@auth.test",
		"https://auth.test?x=",
		"https://auth.test#x",
	])("refuses the auth service %s", (url) => {
		expect(() => read({ AUTH_SERVICE_URL: url })).toThrow(ConfigurationError);
	});

	test("accepts no other portal, or several origins", () => {
		expect(read({}).SIGN_IN_PORTALS).toBe("");
		const two = "https://one.test http://localhost:8787";
		expect(read({ SIGN_IN_PORTALS: two }).SIGN_IN_PORTALS).toBe(two);
	});

	test.each(["*", "https://one.test/", "https://one.test/path", "one.test", "https://one.test,https://two.test"])(
		"refuses the other portal %s",
		(portals) => {
			expect(() => read({ SIGN_IN_PORTALS: portals })).toThrow("SIGN_IN_PORTALS must be origins");
		},
	);

	test("names an invalid address or key without its value", () => {
		const urls = ["https://user:hunter2@mail.test/", "smtp://hunter2.test"];
		for (const MAIL_API_URL of urls) expect(messageOf({ MAIL_API_URL })).toMatch(/MAIL_API_URL must be(?!.*hunter2)/);
		expect(messageOf({ MAIL_API_KEY: "hunter2\nx: y" })).toMatch(/MAIL_API_KEY must be(?!.*hunter2)/);
	});

	test("removes the line break of a file from a key", () => {
		expect(read({ MAIL_API_KEY: "hunter2\n" }).MAIL_API_KEY).toBe("hunter2");
	});

	test.each(["no-reply@acme.example", "Acme <no-reply@acme.example>", '"Acme, Ltd" <no-reply@acme.example>'])(
		"accepts emails from %s",
		(sender) => {
			expect(read({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
		},
	);

	test.each(["", "Acme", "Acme <nobody>", "a@b.example <c@d.example> e"])("refuses emails from %j", (sender) => {
		expect(messageOf({ MAIL_FROM: sender })).toContain("MAIL_FROM must be an address or Name <address>");
	});

	test("asks no language model unless one is configured, with all that it needs", () => {
		expect(read({})).toMatchObject({ ASSISTANT_TRANSLATOR: "built-in", ASSISTANT_DAILY_LIMIT: "200" });
		const account = { ASSISTANT_API_KEY: "hunter2", ASSISTANT_MODEL: "a-model" };
		expect(read({ ASSISTANT_TRANSLATOR: "openai", ...account })).toMatchObject(account);
		const ASSISTANT_URL = "http://127.0.0.1:9/v1";
		expect(read({ ASSISTANT_TRANSLATOR: "anthropic", ...account, ASSISTANT_URL })).toMatchObject({ ASSISTANT_URL });
		expect(messageOf({ ASSISTANT_TRANSLATOR: "openai" })).toMatch(
			/ASSISTANT_MODEL must be set.*ASSISTANT_API_KEY must be set/,
		);
		expect(messageOf({ ASSISTANT_TRANSLATOR: "workers-ai", ASSISTANT_MODEL: "@cf/a" })).toContain("the binding AI");
	});

	test.each([
		["ASSISTANT_TRANSLATOR", "oracle"],
		["ASSISTANT_URL", "https://user:hunter2@models.test"],
		["ASSISTANT_URL", "https://models.test/?key=hunter2"],
		["ASSISTANT_API_KEY", "hunter2 and more"],
		["ASSISTANT_MODEL", "hunter2 and more"],
		["ASSISTANT_DAILY_LIMIT", "-1"],
	])("names an invalid %s without its value", (name, value) => {
		expect(messageOf({ [name]: value })).toMatch(new RegExp(`${name} must be(?!.*hunter2)`));
	});

	test.each([
		"http://models.example.com/v1",
		"https://127.0.0.1/v1",
		"https://[::1]/v1",
		"https://2130706433/v1",
		"https://metadata.internal/v1",
		"https://localhost/v1",
		"https://portal.test/v1",
	])("in production, does not send words to %s", (url) => {
		const settings = { ENVIRONMENT: "production", ASSISTANT_TRANSLATOR: "openai", ASSISTANT_URL: url };
		const account = { ASSISTANT_API_KEY: "hunter2", ASSISTANT_MODEL: "a-model" };
		expect(messageOf({ ...settings, ...account })).toMatch(/ASSISTANT_URL is not called: (?!.*hunter2)/);
		expect(read({ ...settings, ...account, ASSISTANT_URL: "https://models.example.com/v1" })).toBeTruthy();
	});

	test("sends no SMS unless it is configured", () => {
		expect(read({})).toMatchObject({ SMS_TRANSPORT: "off", TERMII_CHANNEL: "generic" });
	});

	test.each([
		["SMS_TRANSPORT", "pigeon"],
		["SMS_FROM", "Crestfield University"],
		["SMS_FROM", "+234"],
		["SMS_PRICE", "4.50"],
		["SMS_PRICE", "NGN 4.505"],
		["TERMII_URL", "https://user:hunter2@sms.test"],
		["TERMII_URL", "https://sms.test/hunter2"],
		["TERMII_API_KEY", "hunter2 hunter2"],
		["TERMII_CHANNEL", "whatsapp"],
	])("refuses %s “%s” without repeating it", (name, value) => {
		expect(messageOf({ [name]: value })).toMatch(new RegExp(`${name} must be(?!.*hunter2)`));
	});
});
