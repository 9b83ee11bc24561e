import * as v from "valibot";
import { fetchBounded } from "#worker/gateways/fetch-bounded";
import { readRetryAfter } from "#worker/gateways/retry-after";
import { SmsError, type SmsSender } from "#worker/gateways/sms/interface";
import { buildText } from "#worker/gateways/sms/message";

interface TermiiAccount {
	/** `https://api.ng.termii.com`, or the one that the account's page names. */
	url: string;
	key: string;
	/** The sender's name, registered with Termii. */
	from: string;
	/** `generic` does not reach numbers that take no advertising; `dnd` does, once Termii has switched it on. */
	channel: "generic" | "dnd";
}

const Accepted = v.pipe(v.string(), v.parseJson(), v.object({ message_id: v.string() }));
const Refused = v.pipe(v.string(), v.parseJson(), v.object({ message: v.string() }));

/** Sends through Termii (`POST /api/sms/send`). It knows no text again that is sent twice. */
export const termiiSender = ({ url, key, from, channel }: TermiiAccount): SmsSender => ({
	send: async (sms) => {
		const { to, text } = buildText(sms);
		const init = {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ api_key: key, to, from, sms: text, type: "plain", channel }),
		};
		const response = await fetchBounded(`${url.replace(/\/+$/, "")}/api/sms/send`, init).catch((cause: unknown) => {
			throw noAnswer(cause);
		});
		const body = await response.text();
		if (!response.ok) throw refusal(response.status, body, readRetryAfter(response.headers));
		if (!v.is(Accepted, body)) throw refusal(502, body);
	},
});

const noAnswer = (cause: unknown) =>
	new SmsError(`the SMS provider gave no answer: ${cause instanceof Error ? cause.name : String(cause)}`, {
		isFinal: false,
		isOfThisText: false,
		isUncertain: true,
		reason: "The SMS service could not be reached.",
		cause,
	});

/** why: what the account lacks is said with the status of a wrong text. */
const isOfAccount = (status: number, body: string): boolean => {
	const refused = v.safeParse(Refused, body);
	return (
		[401, 402, 403, 404, 405, 408, 429].includes(status) ||
		(refused.success && /balance|sender|api.?key|route/i.test(refused.output.message))
	);
};

const refusal = (status: number, body: string, retryAfterMs?: number) => {
	const isOfThisText = status < 500 && !isOfAccount(status, body);
	return new SmsError(`the SMS provider answered ${status}`, {
		isFinal: isOfThisText,
		isOfThisText,
		isUncertain: status >= 500,
		retryAfterMs,
		reason: isOfThisText
			? `The SMS service refused this text (${status}).`
			: `The SMS service takes no texts from the portal for now (${status}).`,
	});
};
