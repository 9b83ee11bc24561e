import { escapeHtml } from "#worker/contract/text/escape-html";
import { visibleLine } from "#worker/contract/text/visible-text";
import type { Mail } from "#worker/gateways/mail/interface";

interface ReportMail {
	/** The same whenever it is tried again. */
	id: string;
	organisation: { id: string; name: string };
	applicationTitle: string;
	to: string;
	/** Who asked for it. */
	sender: string;
	file: { name: string; mimetype: string; bytes: Uint8Array<ArrayBuffer> };
}

/** The mail that brings a report to a member of staff (§7 POST /application-reports/send). */
export const reportMail = ({ id, organisation, applicationTitle, to, sender, file }: ReportMail): Mail => {
	const title = visibleLine(applicationTitle);
	const paragraphs = [
		`The report of ${title} is attached: its applicants by stage, course and day, and the reasons that were given.`,
		`${visibleLine(sender)} of ${organisation.name} asked for it to be sent to you.`,
	];
	return {
		...{ organisationId: organisation.id, id, to, fromName: organisation.name },
		subject: `Report of ${title}`,
		text: `${paragraphs.join("\n\n")}\n`,
		html: paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n"),
		attachments: [file],
	};
};
