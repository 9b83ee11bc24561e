import * as v from "valibot";
import { fetchBounded } from "#worker/gateways/fetch-bounded";
import { MailError, type Mailer } from "#worker/gateways/mail/interface";
import { buildMessage, formatAddress, type Message } from "#worker/gateways/mail/message";
import { readRetryAfter } from "#worker/gateways/retry-after";

/** why so long: files of some megabytes travel with it. */
const limits = { timeoutMs: 20_000, maxAnswerBytes: 100_000 };

/** Sends through a provider that takes JSON with a bearer key, and each `Idempotency-Key` once, as Resend does. */
export const httpMailer = (url: string, key: string, from: string): Mailer => ({
	send: async (mail) => {
		const message = buildMessage(mail, from);
		const init = {
			method: "POST",
			headers: {
				authorization: `Bearer ${key}`,
				"content-type": "application/json",
				...(message.key && { "idempotency-key": message.key }),
			},
			body: JSON.stringify(asProviderTakesIt(message)),
		};
		const response = await fetchBounded(url, init, limits).catch((error: unknown) => {
			throw noAnswerFault(error);
		});
		if (!response.ok) throw answerFault(response, await response.text());
	},
	close: async () => {},
});

const asProviderTakesIt = ({ from, to, replyTo, subject, text, html, messageId, headers, attachments }: Message) => ({
	from: formatAddress(from),
	to: [to],
	reply_to: replyTo,
	subject,
	text,
	html,
	headers: { ...headers, ...(messageId && { "Message-ID": messageId }) },
	attachments:
		attachments.length === 0
			? undefined
			: attachments.map(({ name, mimetype, bytes }) => ({
					filename: name,
					content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
					content_type: mimetype,
				})),
});

const Named = v.pipe(v.string(), v.parseJson(), v.object({ name: v.string() }));

/** Returns what a refusal of the provider means for the email. Its text is dropped: it quotes the request. */
const answerFault = ({ status, headers }: Response, body: string): MailError => {
	const named = v.safeParse(Named, body);
	const about = meaningOf(status, named.success ? named.output.name : "");
	return new MailError(`the mail provider answered ${status}`, { ...about, retryAfterMs: readRetryAfter(headers) });
};

const meaningOf = (status: number, name: string) => {
	if ([401, 403].includes(status) || name === "invalid_from_address")
		return ofAll(`The mail service refused the portal's account or sender (${status}).`);
	if ([404, 405].includes(status)) return ofAll(`The mail service's address is not set properly (${status}).`);
	if (status === 429) return ofAll("The mail service takes no more mails for now (429).");
	if (status === 409 && name !== "invalid_idempotent_request")
		return { isFinal: false, isOfThisMail: true, reason: "The mail service is still busy with this mail (409)." };
	if (status >= 400 && status < 500 && status !== 408)
		return { isFinal: true, isOfThisMail: true, reason: `The mail service refused this mail (${status}).` };
	return ofAll(`The mail service did not take the mail (${status}).`);
};

/** The provider was not reached, or did not respond in time or as specified. */
const noAnswerFault = (cause: unknown): MailError =>
	new MailError(`the mail provider gave no answer: ${textOf(cause)}`, {
		...ofAll("The mail service could not be reached."),
		cause,
	});

/** why its cause too: `fetch failed` alone helps nobody. */
const textOf = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	return `${error.name} ${error.message}${error.cause ? `, ${textOf(error.cause)}` : ""}`;
};

/** Failures of the transport, not of this email. */
const ofAll = (reason: string) => ({ isFinal: false, isOfThisMail: false, reason });
