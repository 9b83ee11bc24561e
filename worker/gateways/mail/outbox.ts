import type { RequestContext } from "#worker/context";
import type { Mailer } from "#worker/gateways/mail/interface";
import { buildMessage, formatAddress } from "#worker/gateways/mail/message";
import { insertOutboxMail } from "#worker/gateways/mail/outbox.writes";

/** Keeps mail in the database instead of sending it: the default, so that nothing leaves by accident. */
export const outboxMailer = (ctx: RequestContext): Mailer => ({
	send: async (mail) => {
		const { from, to, replyTo, subject, text, html, messageId, attachments } = buildMessage(mail, ctx.env.MAIL_FROM);
		await insertOutboxMail(ctx.databaseFor(mail.organisationId), {
			organisationId: mail.organisationId,
			id: ctx.newId(),
			recipient: to,
			sender: formatAddress(from),
			replyTo,
			subject,
			text,
			html,
			messageId,
			attachments: attachments.map(({ name, mimetype, bytes }) => ({ name, mimetype, size: bytes.byteLength })),
			createdAt: ctx.now(),
		});
	},
	close: async () => {},
});
