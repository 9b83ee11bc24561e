import { fillHtml, fillLine, type KeptMergeValues, valuesNamedIn } from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import type { Mail, MailAttachment } from "#worker/gateways/mail/interface";
import type { MergeApplicant } from "#worker/services/applicants/merge-sources.queries";
import { mailPage } from "#worker/services/emails/mail-page";

/** The institution, as its mails name it. */
export interface Institution {
	id: string;
	name: string;
	email: string | null;
	address: string | null;
	timeZone: string;
	signatoryName: string | null;
	signatoryTitle: string | null;
}

/** What is written to everybody, its merge fields not yet filled. */
export interface Writing {
	subject: string;
	/** Sanitised HTML. */
	content: string;
	/** The stage it tells of; that at which the applicant is when it tells of none. */
	stageName: string | null;
	comment: string | null;
	/** The stage that its recipients have to be at; left out, wherever they are. */
	stepId?: string | null;
}

/** What the merge fields of a writing stand for, for one applicant; those that it names. */
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

/** The writing as it reads with these values. */
export const filled = ({ subject, content }: Pick<Writing, "subject" | "content">, values: KeptMergeValues) => ({
	subject: fillLine(subject, values),
	message: fillHtml(content, values),
});

interface ComposedFrom {
	/** The mail's own: tried again, it is the same mail. */
	id: string;
	organisation: Institution;
	writing: Writing;
	applicant: MergeApplicant;
	values: KeptMergeValues;
	attachments: readonly MailAttachment[];
}

/** The mail to one applicant: from the institution, and answers go to it. */
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
