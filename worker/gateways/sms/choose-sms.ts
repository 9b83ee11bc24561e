import type { RequestContext } from "#worker/context";
import type { SmsPrice } from "#worker/contract/text/sms";
import { readAmount } from "#worker/contract/text/typed-amount";
import type { Env } from "#worker/env";
import { MailError } from "#worker/gateways/mail/interface";
import { insertOutboxMail } from "#worker/gateways/mail/outbox.writes";
import type { SmsGateway } from "#worker/gateways/sms/interface";
import { termiiGateway } from "#worker/gateways/sms/termii";

/** Checks whether text messages are sent at all. */
export const sendsSms = ({ SMS_TRANSPORT }: Pick<Env, "SMS_TRANSPORT">): boolean => SMS_TRANSPORT !== "off";

/** Returns what one message costs, in minor units; null where nobody has said it. */
export const priceOfSms = ({ SMS_PRICE }: Pick<Env, "SMS_PRICE">): SmsPrice | null => {
	const [currency = "", typed = ""] = SMS_PRICE?.split(" ") ?? [];
	const amount = readAmount(typed);
	return amount === undefined ? null : { amount, currency };
};

/** Returns the gateway that SMS_TRANSPORT names. @throws {Error} naming the missing setting */
export const chooseSms = (ctx: RequestContext): SmsGateway => {
	const { SMS_TRANSPORT, SMS_FROM, TERMII_URL, TERMII_API_KEY, TERMII_CHANNEL } = ctx.env;
	switch (SMS_TRANSPORT) {
		case "off":
			return offSms;
		case "outbox":
			return outboxSms(ctx);
		case "termii":
			if (!TERMII_API_KEY || !SMS_FROM)
				throw new Error("SMS_TRANSPORT is termii, but TERMII_API_KEY or SMS_FROM is not set");
			return termiiGateway({ url: TERMII_URL, apiKey: TERMII_API_KEY, from: SMS_FROM, route: TERMII_CHANNEL });
	}
};

/** What was written before SMS was switched off waits as in an outage, and then fails. */
const offSms: SmsGateway = {
	send: () =>
		Promise.reject(
			new MailError("SMS_TRANSPORT is off", { isFinal: false, isOfThisMail: false, reason: "SMS is switched off." }),
		),
	close: async () => {},
};

/** Keeps messages in the database instead of sending them, beside the emails that are kept there. */
const outboxSms = (ctx: RequestContext): SmsGateway => ({
	send: async ({ organisationId, id, to, text }) => {
		await insertOutboxMail(ctx.databaseFor(organisationId), {
			organisationId,
			id: ctx.newId(),
			recipient: to,
			sender: ctx.env.SMS_FROM ?? "SMS",
			subject: "SMS",
			text,
			messageId: `sms-${id}`,
			attachments: [],
			createdAt: ctx.now(),
		});
		return null;
	},
	close: async () => {},
});
