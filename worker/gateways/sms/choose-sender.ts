import type { RequestContext } from "#worker/context";
import type { SmsSender } from "#worker/gateways/sms/interface";
import { outboxSender } from "#worker/gateways/sms/outbox";
import { termiiSender } from "#worker/gateways/sms/termii";

/** The sender that SMS_TRANSPORT names. @throws {Error} naming the setting that it lacks. */
export const chooseSender = (ctx: RequestContext): SmsSender => {
	const { SMS_TRANSPORT, SMS_API_URL, SMS_API_KEY, SMS_FROM, SMS_CHANNEL } = ctx.env;
	if (SMS_TRANSPORT === "outbox") return outboxSender(ctx);
	if (!SMS_API_KEY) throw new Error("SMS_TRANSPORT is http, but SMS_API_KEY is not set");
	return termiiSender({ url: SMS_API_URL, key: SMS_API_KEY, from: SMS_FROM, channel: SMS_CHANNEL });
};
