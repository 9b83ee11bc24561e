import { escapeHtml } from "#worker/contract/text/escape-html";
import type { Mail } from "#worker/gateways/mail/interface";

/**
 * The mail with the link for a new password (§2 /reset-request).
 * @param origin from the configuration: what a request says of its host is not to be trusted with a token.
 */
export const resetMail = (
	origin: string,
	organisation: { id: string; name: string },
	account: { id: string; email: string; firstName: string },
	token: string,
): Mail => {
	const query = new URLSearchParams({ user: account.id, token });
	const link = `${origin}/${organisation.id}/reset-request?${query}`;
	const paragraphs = [
		`Dear ${account.firstName},`,
		`Somebody, probably you, asked for a new password for your ${organisation.name} staff account.`,
		"Choose your new password here within 30 minutes:",
		link,
		"If you did not ask for this, do nothing: your password stays as it is.",
	];
	const html = paragraphs.map((text) => {
		const safe = escapeHtml(text);
		return text === link ? `<p><a href="${safe}">${safe}</a></p>` : `<p>${safe}</p>`;
	});
	return {
		organisationId: organisation.id,
		to: account.email,
		fromName: organisation.name,
		subject: `Your new password for ${organisation.name}`,
		text: `${paragraphs.join("\n\n")}\n`,
		html: html.join("\n"),
	};
};
