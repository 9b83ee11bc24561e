import { escapeHtml } from "#worker/contract/text/escape-html";
import type { Mail } from "#worker/gateways/mail/interface";
import { type MailedInstitution, mailPage } from "#worker/gateways/mail/mail-page";

/** The institution that sends: its reply address, and what the email's frame shows. */
export interface Sender extends MailedInstitution {
	email: string | null;
}

interface LinkMail {
	id: string;
	to: string;
	subject: string;
	/** In order; the link is one of them. */
	paragraphs: readonly string[];
	link: string;
}

/** Returns an email of an institution whose point is a link. */
export const linkMail = (organisation: Sender, { id, to, subject, paragraphs, link }: LinkMail): Mail => {
	const html = paragraphs.map((text) => {
		const safe = escapeHtml(text);
		return text === link ? `<p><a href="${safe}">${safe}</a></p>` : `<p>${safe}</p>`;
	});
	return {
		organisationId: organisation.id,
		id,
		to,
		fromName: organisation.name,
		...(organisation.email && { replyTo: organisation.email }),
		subject,
		text: `${paragraphs.join("\n\n")}\n`,
		html: mailPage({ subject, message: html.join("\n"), institution: organisation }).html,
	};
};
