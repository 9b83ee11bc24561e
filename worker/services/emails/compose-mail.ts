import { fail, ok } from "#worker/contract/result";
import {
	commentMissing,
	fillHtml,
	fillLine,
	type KeptMergeValues,
	unknownField,
	valuesNamedIn,
} from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { visibleLine } from "#worker/contract/text/visible-text";
import type { Mail, MailAttachment } from "#worker/gateways/mail/interface";
import { type MailedInstitution, mailPage } from "#worker/gateways/mail/mail-page";
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
	organisation: Institution & MailedInstitution;
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
