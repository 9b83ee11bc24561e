import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { findMail } from "#worker/gateways/mail/outbox.queries";
import { framedMail } from "#worker/http/framed-mail";

export const openMail = async ({ db, organisationId }: OrgContext, id: string) => {
	const mail = await findMail(db, organisationId, id);
	if (!mail) return fail("not_found");
	const { sender, recipient, subject, createdAt, replyTo, messageId, text, html } = mail;
	const attachments = mail.attachments ?? [];
	return ok({
		...{ id, subject, createdAt, replyTo, messageId, text, attachments },
		from: sender,
		to: recipient,
		attachmentCount: attachments.length,
		hasPage: html !== null,
	});
};

export const openMailPage = async ({ db, organisationId }: OrgContext, id: string) => {
	const html = (await findMail(db, organisationId, id))?.html;
	return html ? ok(framedMail(html)) : fail("not_found");
};
