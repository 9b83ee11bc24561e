import { fail, ok } from "#worker/contract/result";
import { escapeHtml } from "#worker/contract/text/escape-html";
import {
	commentMissing,
	fillHtml,
	fillLine,
	type KeptMergeValues,
	unknownField,
	valuesNamedIn,
} from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { readRichText, textOfHtml } from "#worker/contract/text/read-rich-text.server";
import { visibleLine } from "#worker/contract/text/visible-text";
import type { Mail, MailAttachment } from "#worker/gateways/mail/interface";
import { sanitiseMail } from "#worker/gateways/sanitise-mail";
import type { MergeApplicant } from "#worker/services/applicants/merge-sources.queries";

export interface Institution {
	id: string;
	name: string;
	email: string | null;
	address: string | null;
	timeZone: string;
	signatoryName: string | null;
	signatoryTitle: string | null;
}

/** A text for all recipients, its merge fields not yet filled in. */
export interface Writing {
	subject: string;
	/** Sanitised HTML with merge fields. */
	content: string;
	/** The stage that it tells of; default: the applicant's current stage. */
	stageName: string | null;
	comment: string | null;
	/** The stage that recipients have to be at; left out, any. */
	stepId?: string | null;
	/** Whether a letter goes with each: the one of the stage change, or the one in force. */
	letter?: "stage" | "current" | null;
}

/** Returns the values of the merge fields that a text names, for one applicant. */
export const valuesFor = (
	organisation: Institution,
	{ subject, content, stageName, comment }: Writing,
	applicant: MergeApplicant,
	date: number,
): KeptMergeValues =>
	valuesNamedIn(
		[subject, content],
		mergeValuesOf({ organisation, applicant, stageName: stageName ?? applicant.stageName, comment, date }),
	);

export const filled = ({ subject, content }: Pick<Writing, "subject" | "content">, values: KeptMergeValues) => ({
	subject: fillLine(subject, values),
	message: fillHtml(content, values),
});

/** Returns the email that one applicant would get now, for a preview. */
export const previewOf = (organisation: Institution, writing: Writing, applicant: MergeApplicant, now: number) => {
	const { subject, message } = filled(writing, valuesFor(organisation, writing, applicant, now));
	return { to: applicant.email, subject, message: readRichText(message) };
};

interface ComposedFrom {
	/** The id of the email, the same for each attempt. */
	id: string;
	to: string;
	organisation: Institution;
	writing: Writing;
	applicant: MergeApplicant;
	values: KeptMergeValues;
	attachments: readonly MailAttachment[];
}

/** Returns the email to one applicant, sent by the institution and with its reply address. */
export const composeMail = ({ id, to, organisation, writing, applicant, values, attachments }: ComposedFrom): Mail => {
	const { subject, message } = filled(writing, values);
	return {
		organisationId: organisation.id,
		id,
		to,
		fromName: organisation.name,
		...(organisation.email && { replyTo: organisation.email }),
		subject,
		...mailPage({ subject, message, institution: organisation, about: applicant }),
		attachments,
	};
};

interface MailPage {
	subject: string;
	/** Sanitised HTML with its merge fields filled in. */
	message: string;
	institution: { name: string; address: string | null };
	/** The application that the email is about, for applicants with more than one. */
	about: { applicationTitle: string; applicationNumber: string };
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
		`<tr><td style="padding:18px 28px;border-bottom:1px solid #d9dfe5;${font};font-size:17px;font-weight:bold;color:${ink}">${name}</td></tr>`,
		`<tr><td style="padding:20px 28px;${font};font-size:15px;line-height:1.55;color:${ink}">${message}</td></tr>`,
		`<tr><td style="padding:14px 28px;border-top:1px solid #d9dfe5;${font};font-size:12px;line-height:1.5;color:${soft}">${footer.join("<br>")}</td></tr>`,
		"</table></td></tr></table></body></html>",
	];
	return { html: html.join("\n"), text: `${textOfHtml(message)}\n\n-- \n${footerOf(page).join("\n")}\n` };
};

const footerOf = ({ institution, about }: MailPage): string[] => [
	`${about.applicationTitle}, application number ${about.applicationNumber}`,
	[institution.name, institution.address].filter(Boolean).join(", "),
];

/**
 * Returns a text without a stage change as it is stored: nothing in it can run or track, every merge field exists, and
 * none needs the comment of a stage change (§5 Send email).
 */
export const cleanEmail = async ({ subject, message }: { subject: string; message: string }) => {
	const cleaned = { subject: visibleLine(subject), message: await sanitiseMail(message) };
	const faultsBy = (faultOf: (name: string, text: string) => string | undefined) =>
		Object.entries(cleaned).flatMap(([name, text]) => {
			const fault = faultOf(name, text);
			return fault === undefined ? [] : [[name, [fault]] as [string, string[]]];
		});
	const unknown = faultsBy((name, text) => {
		const inner = unknownField(text);
		return inner && `The ${name} has a merge field that does not exist: {{${inner}}}`;
	});
	const unfillable = faultsBy(commentMissing);
	if (unknown.length > 0)
		return fail("merge_field_unknown", { message: unknown[0]?.[1][0], fields: Object.fromEntries(unknown) });
	if (unfillable.length > 0)
		return fail("merge_field_empty", { message: unfillable[0]?.[1][0], fields: Object.fromEntries(unfillable) });
	return ok(cleaned);
};
