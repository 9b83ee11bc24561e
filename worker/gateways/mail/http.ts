import { fetchBounded } from "#worker/gateways/fetch-bounded";
import type { Mailer } from "#worker/gateways/mail/interface";
import { buildMessage } from "#worker/gateways/mail/message";

/** Sends through a provider that takes `POST { from, to: [], subject, text, html }` with a bearer key, as Resend does. */
export const httpMailer = (url: string, key: string, from: string): Mailer => ({
	send: async (mail) => {
		const message = buildMessage(mail, from);
		const response = await fetchBounded(url, {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: JSON.stringify({ ...message, to: [message.to] }),
		});
		if (!response.ok) throw new Error(`the mail provider answered ${response.status}`);
	},
});
