import { fillHtml, fillLine, type KeptMergeValues, valuesNamedIn } from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import type { Mail, MailAttachment } from "#worker/gateways/mail/interface";
import type { MergeApplicant } from "#worker/services/applicants/merge-sources.queries";
import { mailPage } from "#worker/services/emails/mail-page";

/** The institution as its emails name it. */
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
	/** Sanitised HTML. */
	content: string;
	/** The stage that it tells of; default: the applicant's current stage. */
	stageName: string | null;
	comment: string | null;
	/** The stage that recipients have to be at; left out, any. */
	stepId?: string | null;
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

/** Fills in the merge fields of a text. */
export const filled = ({ subject, content }: Pick<Writing, "subject" | "content">, values: KeptMergeValues) => ({
	subject: fillLine(subject, values),
	message: fillHtml(content, values),
});

interface ComposedFrom {
	/** The id of the email, the same for each attempt. */
	id: string;
	organisation: Institution;
	writing: Writing;
	applicant: MergeApplicant;
	values: KeptMergeValues;
	attachments: readonly MailAttachment[];
}

/** Returns the email to one applicant, sent by the institution and with its reply address. */
export const composeMail = ({ id, organisation, writing, applicant, values, attachments }: ComposedFrom): Mail => {
	const { subject, message } = filled(writing, values);
	return {
		organisationId: organisation.id,
		id,
		to: applicant.email,
		fromName: organisation.name,
		...(organisation.email && { replyTo: organisation.email }),
		subject,
		...mailPage({ subject, message, institution: organisation, about: applicant }),
		attachments,
	};
};
