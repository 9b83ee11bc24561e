import * as v from "valibot";
import { fetchBounded } from "#worker/gateways/fetch-bounded";
import { MailError } from "#worker/gateways/mail/interface";
import { readRetryAfter } from "#worker/gateways/retry-after";
import type { SmsGateway } from "#worker/gateways/sms/interface";

const limits = { timeoutMs: 10_000, maxAnswerBytes: 100_000 };

export interface TermiiAccount {
	url: string;
	apiKey: string;
	/** The sender that the phone shows, as it was registered with Termii. */
	from: string;
	/** `dnd` reaches numbers that refuse advertising, and has to be activated by Termii; `generic` does not reach them. */
	route: "generic" | "dnd";
}

const Accepted = v.object({
	message_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1)),
});
const Refused = v.object({ message: v.string() });

/**
 * Sends through Termii (developers.termii.com/messaging-api). Termii takes no key by which it knows a repeat: a message
 * whose answer was lost is sent again, as one that was never tried.
 */
export const termiiGateway = ({ url, apiKey, from, route }: TermiiAccount): SmsGateway => ({
	send: async ({ to, text }) => {
		const body = { api_key: apiKey, to: to.replace("+", ""), from, sms: text, type: "plain", channel: route };
		const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
		const response = await fetchBounded(`${url.replace(/\/$/, "")}/api/sms/send`, init, limits).catch(
			(cause: unknown) => {
				throw fault("gave no answer", ofAll("The SMS service could not be reached."), { cause });
			},
		);
		const { status, headers } = response;
		const answer = await response.text();
		if (!response.ok)
			throw fault(`answered ${status}`, meaningOf(status, readJson(Refused, answer)?.message ?? ""), {
				retryAfterMs: readRetryAfter(headers),
			});
		const accepted = readJson(Accepted, answer);
		if (accepted) return accepted.message_id;
		// why: some refusals have the status of a success, and only a text.
		throw fault(`accepted nothing (${status})`, meaningOf(status, readJson(Refused, answer)?.message ?? ""));
	},
	close: async () => {},
});

const readJson = <T>(schema: v.GenericSchema<unknown, T>, text: string): T | undefined => {
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
	return read.success ? read.output : undefined;
};

/** Returns what a refusal means, by its status and words. Its text is dropped: it may quote the request. */
const meaningOf = (status: number, message: string): Meaning => {
	if (/sender ?(id|name)/i.test(message)) return ofAll("The SMS service does not know the portal's sender.");
	if (/insufficient balance/i.test(message)) return ofAll("The SMS service has no credit left.");
	if (/country inactive|route|not active/i.test(message))
		return ofThis("The SMS service does not send to this country or network.");
	if (status === 401 || status === 403) return ofAll(`The SMS service refused the portal's account (${status}).`);
	if (status === 404 || status === 405) return ofAll(`The SMS service's address is not set properly (${status}).`);
	if (status === 429) return ofAll("The SMS service takes no more messages for now (429).");
	if (status >= 400 && status < 500 && status !== 408)
		return ofThis(`The SMS service refused this message (${status}).`);
	return ofAll(`The SMS service did not take the message (${status}).`);
};

type Meaning = Pick<MailError, "isFinal" | "isOfThisMail" | "reason">;

/** Failures of the service, not of this message. */
const ofAll = (reason: string): Meaning => ({ isFinal: false, isOfThisMail: false, reason });
const ofThis = (reason: string): Meaning => ({ isFinal: true, isOfThisMail: true, reason });

const fault = (what: string, meaning: Meaning, more: { retryAfterMs?: number | undefined; cause?: unknown } = {}) =>
	new MailError(`the SMS provider ${what}`, { ...meaning, ...more });
