import type { Mailer } from "#worker/gateways/mail/interface";
import { buildMessage } from "#worker/gateways/mail/message";
import { insertOutboxMail } from "#worker/gateways/mail/outbox.writes";
import type { RequestContext } from "#worker/http/context";

/** Keeps mail in the database instead of sending it: the default, so that nothing leaves by accident. */
export const outboxMailer = (ctx: RequestContext): Mailer => ({
	send: async (mail) => {
		const { from, to, ...message } = buildMessage(mail, ctx.env.MAIL_FROM);
		await insertOutboxMail(ctx.databaseFor(mail.organisationId), {
			...message,
			organisationId: mail.organisationId,
			id: ctx.newId(),
			recipient: to,
			sender: from,
			createdAt: ctx.now(),
		});
	},
});
