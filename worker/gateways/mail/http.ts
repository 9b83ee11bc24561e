import { fetchBounded } from "#worker/gateways/fetch-bounded";
import { answerFault, noAnswerFault } from "#worker/gateways/mail/http-fault";
import type { Mailer } from "#worker/gateways/mail/interface";
import { buildMessage, formatAddress, type Message } from "#worker/gateways/mail/message";

/** why so long: files of some megabytes travel with it. */
const limits = { timeoutMs: 20_000, maxAnswerBytes: 100_000 };

/**
 * Sends through a provider that takes emails as JSON with a bearer key, as Resend does: `POST { from, to: [],
 * reply_to, subject, text, html, headers, attachments: [{ filename, content, content_type }] }`, the same
 * `Idempotency-Key` once.
 */
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
