import type { RequestContext } from "#worker/context";
import { httpMailer } from "#worker/gateways/mail/http";
import type { Mailer } from "#worker/gateways/mail/interface";
import { buildMessage, formatAddress } from "#worker/gateways/mail/message";
import { insertOutboxMail } from "#worker/gateways/mail/outbox.writes";
import { smtpMailer } from "#worker/gateways/mail/smtp";

/** Returns the mailer that MAIL_TRANSPORT names. @throws {Error} naming the missing setting. */
export const chooseMailer = (ctx: RequestContext): Mailer => {
	const { MAIL_TRANSPORT, MAIL_FROM, SMTP_URL, MAIL_API_URL, MAIL_API_KEY } = ctx.env;
	switch (MAIL_TRANSPORT) {
		case "outbox":
			return outboxMailer(ctx);
		case "smtp":
			if (!SMTP_URL) throw new Error("MAIL_TRANSPORT is smtp, but SMTP_URL is not set");
			return smtpMailer(SMTP_URL, MAIL_FROM);
		case "http":
			if (!MAIL_API_URL || !MAIL_API_KEY)
				throw new Error("MAIL_TRANSPORT is http, but MAIL_API_URL or MAIL_API_KEY is not set");
			return httpMailer(MAIL_API_URL, MAIL_API_KEY, MAIL_FROM);
	}
};

/** Keeps mail in the database instead of sending it: the default, so that nothing leaves by accident. */
const outboxMailer = (ctx: RequestContext): Mailer => ({
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
