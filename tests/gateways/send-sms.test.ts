import { describe, expect, inject, test } from "vitest";
import { MailError } from "#worker/gateways/mail/interface";
import { type TermiiAccount, termiiGateway } from "#worker/gateways/sms/termii";

const { origin, vars } = inject("sms");
const account: TermiiAccount = {
	url: `${vars.TERMII_URL}/`,
	apiKey: vars.TERMII_API_KEY,
	from: vars.SMS_FROM,
	route: "generic",
};

let numbers = 0;
const newNumber = () => `+23480311${String(++numbers).padStart(5, "0")}`;

const taken = async (to: string): Promise<{ sms: string; channel: string; from: string; segments: number }[]> =>
	(await fetch(`${origin}/messages?to=${to.slice(1)}`)).json();

const letGoWrong = (to: string, trouble: string, more: object = {}) =>
	fetch(`${origin}/troubles`, { method: "PUT", body: JSON.stringify({ to: to.slice(1), trouble, ...more }) });

const send = (to: string, settings: Partial<TermiiAccount> = {}, text = "Ẹ káàbọ̀") =>
	termiiGateway({ ...account, ...settings }).send({ organisationId: "acme", id: "1", to, text });

const faultOf = async (sending: Promise<unknown>): Promise<MailError> => {
	const error = await sending.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof MailError)) throw new Error(`no MailError, but ${String(error)}`);
	expect(`${error.stack} ${error.reason} ${error.cause}`).not.toContain(account.apiKey);
	return error;
};

describe("termiiGateway", () => {
	test("sends a text as it was written and returns the provider's id", async () => {
		const to = newNumber();
		expect(await send(to)).toMatch(/^\d{10,}$/);
		expect(await taken(to)).toMatchObject([{ sms: "Ẹ káàbọ̀", channel: "generic", from: "Matricula", segments: 1 }]);
	});

	test.each([
		["a wrong key", { apiKey: "wrong" }, "The SMS service refused the portal's account (401)."],
		["an unknown sender", { from: "Nobody" }, "The SMS service does not know the portal's sender."],
	])("%s is a fault of all messages", async (_, settings, reason) => {
		expect(await faultOf(send(newNumber(), settings))).toMatchObject({ isOfThisMail: false, isFinal: false, reason });
	});

	test.each([
		["+35312345678", "The SMS service does not send to this country or network."],
		["+234", "The SMS service refused this message (400)."],
	])("%s is a fault of this message", async (to, reason) => {
		expect(await faultOf(send(to))).toMatchObject({ isOfThisMail: true, isFinal: true, reason });
	});

	test.each([
		["http_500", "The SMS service did not take the message (500)."],
		["html", "The SMS service did not take the message (200)."],
		["http_429", "The SMS service takes no more messages for now (429)."],
		["no_credit", "The SMS service has no credit left."],
		["reset", "The SMS service could not be reached."],
	])("%s is an outage", async (trouble, reason) => {
		const to = newNumber();
		await letGoWrong(to, trouble, { ms: 7_000 });
		const fault = await faultOf(send(to));
		expect(fault).toMatchObject({ isOfThisMail: false, isFinal: false, reason });
		expect(fault.retryAfterMs).toBe(trouble === "http_429" ? 7_000 : undefined);
		expect(await taken(to)).toEqual([]);
	});

	test("waits for a slow answer, and gives one up that does not come", async () => {
		const [slow, none] = [newNumber(), newNumber()];
		await letGoWrong(slow, "slow", { ms: 300 });
		await letGoWrong(none, "hang");
		const [accepted, fault] = await Promise.all([send(slow), faultOf(send(none))]);
		expect(accepted).toMatch(/^\d+$/);
		expect(fault).toMatchObject({ isOfThisMail: false, reason: "The SMS service could not be reached." });
	}, 15_000);
});
