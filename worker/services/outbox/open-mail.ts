import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { findMail } from "#worker/gateways/mail/outbox.queries";

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

/** Headers of a mail in a frame: no script, no form, nothing from elsewhere; mails have styles in place. */
const pageHeaders = {
	"content-type": "text/html; charset=utf-8",
	"content-security-policy":
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cache-control": "no-store",
};

export const openMailPage = async ({ db, organisationId }: OrgContext, id: string) => {
	const html = (await findMail(db, organisationId, id))?.html;
	return html ? ok({ html: withLinksOutside(html), headers: pageHeaders }) : fail("not_found");
};

/** why: a page of the portal does not open in the frame. */
const withLinksOutside = (html: string): string => {
	const base = '<base target="_blank">';
	return /<head[\s>]/i.test(html)
		? html.replace(/<head(\s[^>]*)?>/i, (head) => head + base)
		: `<!doctype html><html lang="en"><head>${base}<title>Mail</title></head><body>${html}</body></html>`;
};
