import { escapeHtml } from "#worker/contract/text/escape-html";
import { fullName } from "#worker/contract/text/full-name";
import { visibleLine } from "#worker/contract/text/visible-text";
import type { Mail } from "#worker/gateways/mail/interface";
import type { Invitee } from "#worker/services/referees/queries";
import { invitationLifetimeDays } from "#worker/services/referees/writes";

/**
 * Returns the email with the referee's link.
 * @param origin from the configuration: the host that a request names is not to be trusted with a token.
 */
export const refereeMail = (
	origin: string,
	organisation: { id: string; name: string },
	{ name, email, applicant, applicationTitle }: Pick<Invitee, "name" | "email" | "applicant" | "applicationTitle">,
	token: string,
): Mail => {
	const link = `${origin}/${organisation.id}/referee/${token}`;
	const applicantName = visibleLine(fullName(applicant));
	const paragraphs = [
		`Dear ${visibleLine(name)},`,
		`${applicantName} has applied to ${organisation.name} (${applicationTitle}) and named you as a referee. ${organisation.name} asks you for your reference.`,
		`Please answer here within ${invitationLifetimeDays} days:`,
		link,
		"The link is for you alone and works once. If you were asked before, it takes the place of the link you had.",
		"If you do not know the applicant, do nothing.",
	];
	const html = paragraphs.map((text) => {
		const safe = escapeHtml(text);
		return text === link ? `<p><a href="${safe}">${safe}</a></p>` : `<p>${safe}</p>`;
	});
	return {
		organisationId: organisation.id,
		to: email,
		fromName: organisation.name,
		subject: `A reference for ${applicantName}, ${organisation.name}`,
		text: `${paragraphs.join("\n\n")}\n`,
		html: html.join("\n"),
	};
};
