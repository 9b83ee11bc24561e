import { escapeHtml } from "#worker/contract/text/escape-html";
import { textOfHtml } from "#worker/contract/text/read-rich-text.server";
import { withWholeAddresses } from "#worker/contract/text/stored-pictures";

/** What an email shows of the institution that sends it. */
export interface MailedInstitution {
	id: string;
	name: string;
	address: string | null;
	/** The whole address of its logo; null without one. */
	logo: string | null;
	/** The origin of the portal, from which the pictures of a text are loaded. */
	origin: string;
}

interface MailPage {
	subject: string;
	/** Sanitised HTML with its merge fields filled in. */
	message: string;
	institution: MailedInstitution;
	/** The application that the email is about, for applicants with more than one; left out for others. */
	about?: { applicationTitle: string; applicationNumber: string };
}

const ink = "#1c2733";
const soft = "#5a6773";
const font = "font-family:Arial,Helvetica,sans-serif";
const column = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Returns an email as HTML and as plain text. why tables and inline styles: email clients know nothing newer. */
export const mailPage = (page: MailPage): { html: string; text: string } => {
	const { subject, message, institution } = page;
	const [name, ...footer] = [institution.name, ...footerOf(page)].map(escapeHtml);
	const html = [
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
		`<title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:0;background:#eef1f4">`,
		`<table ${column}><tr><td align="center" style="padding:24px 12px">`,
		`<table ${column} style="max-width:600px;background:#ffffff;border:1px solid #d9dfe5;border-radius:6px">`,
		`<tr><td style="padding:18px 28px;border-bottom:1px solid #d9dfe5;${font};font-size:17px;font-weight:bold;color:${ink}">${logoOf(institution)}${name}</td></tr>`,
		`<tr><td style="padding:20px 28px;${font};font-size:15px;line-height:1.55;color:${ink}">${withWholeAddresses(message, institution)}</td></tr>`,
		`<tr><td style="padding:14px 28px;border-top:1px solid #d9dfe5;${font};font-size:12px;line-height:1.5;color:${soft}">${footer.join("<br>")}</td></tr>`,
		"</table></td></tr></table></body></html>",
	];
	return { html: html.join("\n"), text: `${textOfHtml(message)}\n\n-- \n${footerOf(page).join("\n")}\n` };
};

/** why a width of its own: an email client that loads no pictures leaves their place empty. */
const logoOf = ({ logo }: MailedInstitution): string =>
	logo === null
		? ""
		: `<img src="${escapeHtml(logo)}" alt="" width="40" height="40" style="vertical-align:middle;margin-right:12px;object-fit:contain">`;

const footerOf = ({ institution, about }: MailPage): string[] => [
	...(about ? [`${about.applicationTitle}, application number ${about.applicationNumber}`] : []),
	[institution.name, institution.address].filter(Boolean).join(", "),
];
