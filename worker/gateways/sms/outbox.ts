import type { RequestContext } from "#worker/context";
import type { SmsSender } from "#worker/gateways/sms/interface";
import { buildText } from "#worker/gateways/sms/message";
import { insertOutboxText } from "#worker/gateways/sms/outbox.writes";

/** Keeps texts in the database instead of sending them: the default, so that nothing leaves and nothing is charged. */
export const outboxSender = ({ env, databaseFor, now }: RequestContext): SmsSender => ({
	send: async (sms) => {
		const { to, text } = buildText(sms);
		const { organisationId, id } = sms;
		const kept = { organisationId, id, recipient: to, sender: env.SMS_FROM, text, createdAt: now() };
		await insertOutboxText(databaseFor(organisationId), kept);
	},
});
