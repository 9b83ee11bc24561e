import type { OrgContext } from "#worker/context";
import { allPermissions } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { findMail, type OutboxReader } from "#worker/gateways/mail/outbox.queries";
import { framedMail } from "#worker/http/framed-mail";

/** Returns the user as a reader: mails to other users are for those who hold every privilege. */
export const readerOf = ({ organisationId, actor }: OrgContext): OutboxReader => ({
	organisationId,
	email: actor.email,
	readsMailsToStaff: allPermissions.every((permission) => actor.privileges.includes(permission)),
});

export const openMail = async (ctx: OrgContext, id: string) => {
	const mail = await findMail(ctx.db, readerOf(ctx), id);
	if (!mail) return fail("not_found");
	const { sender, recipient, subject, createdAt, replyTo, messageId, text, html } = mail;
	const attachments = mail.attachments ?? [];
	return ok({
		id,
		subject,
		createdAt,
		replyTo,
		messageId,
		text,
		attachments,
		from: sender,
		to: recipient,
		attachmentCount: attachments.length,
		hasPage: html !== null,
	});
};

export const openMailPage = async (ctx: OrgContext, id: string) => {
	const html = (await findMail(ctx.db, readerOf(ctx), id))?.html;
	return html ? ok(framedMail(ctx.env, html)) : fail("not_found");
};
