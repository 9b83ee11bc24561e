import type { OrgContext } from "#worker/context";
import { maskOf } from "#worker/contract/forms/sensitive";
import { fail, ok } from "#worker/contract/result";
import { escapeHtml } from "#worker/contract/text/escape-html";
import {
	commentMissing,
	fillHtml,
	fillLine,
	fillPlain,
	type KeptMergeValues,
	unclosedField,
	unknownField,
	valuesNamedIn,
} from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { toDialled } from "#worker/contract/text/phone-number";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { foreignPicture, isPictureOf, storedPicturesIn } from "#worker/contract/text/stored-pictures";
import { visibleLine } from "#worker/contract/text/visible-text";
import type { Mail, MailAttachment } from "#worker/gateways/mail/interface";
import { type MailedInstitution, mailPage } from "#worker/gateways/mail/mail-page";
import { sanitiseMail } from "#worker/gateways/sanitise-mail";
import type { MergeApplicant } from "#worker/services/applicants/merge-sources.queries";
import type { Channel } from "#worker/services/emails/contract";
import { knownFormFields } from "#worker/services/form-designs/merge-fields.queries";

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
	/** Default: email. */
	channel?: Channel;
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

/** Returns a text with its merge fields filled in: a message as HTML, also that of an SMS. */
export const filled = (
	{ channel = "email", subject, content }: Pick<Writing, "subject" | "content" | "channel">,
	values: KeptMergeValues,
) => ({
	subject: fillLine(subject, values),
	message:
		channel === "sms"
			? `<p>${escapeHtml(fillPlain(content, values)).replaceAll("\n", "<br>")}</p>`
			: fillHtml(content, values),
});

/** Returns the address or number that a message goes to; empty for an SMS to who has none that it can reach. */
export const addressOf = (channel: Channel, { email, phone }: Pick<MergeApplicant, "email" | "phone">): string =>
	channel === "email" ? email : (toDialled(phone ?? "") ?? "");

/**
 * Returns the address or number of a message as staff see it: a sensitive number as its mask.
 * @param recipient what it was sent to; null while it is not sent
 */
export const shownAddress = (
	channel: Channel,
	applicant: Pick<MergeApplicant, "email" | "phone" | "isPhoneSensitive">,
	recipient: string | null,
): string => {
	const to = recipient ?? addressOf(channel, applicant);
	return channel === "sms" && applicant.isPhoneSensitive ? (maskOf(to) ?? "") : to;
};

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
 * Returns a text without a stage change as it is stored: nothing in it can run or track, every merge field is closed and
 * exists, and none needs the comment of a stage change (§5 Send email).
 */
export const cleanEmail = async (ctx: OrgContext, { subject, message }: { subject: string; message: string }) => {
	const cleaned = { subject: visibleLine(subject), message: await sanitiseMail(message) };
	if (storedPicturesIn(cleaned.message).some((address) => !isPictureOf(ctx.organisationId, address)))
		return fail("invalid", { message: foreignPicture, fields: { message: [foreignPicture] } });
	const ofForms = await knownFormFields(ctx, ...Object.values(cleaned));
	const faultsBy = (faultOf: (name: string, text: string) => string | undefined) =>
		Object.entries(cleaned).flatMap(([name, text]) => {
			const fault = faultOf(name, text);
			return fault === undefined ? [] : [[name, [fault]] as [string, string[]]];
		});
	const unclosed = faultsBy((name, text) => {
		const beginning = unclosedField(text);
		return beginning && `The ${name} has a merge field that is not closed: “${beginning}”. Write it as {{firstName}}.`;
	});
	const unknown = faultsBy((name, text) => {
		const inner = unknownField(text, ofForms);
		return inner && `The ${name} has a merge field that does not exist: {{${inner}}}`;
	});
	const unfillable = faultsBy(commentMissing);
	if (unclosed.length > 0)
		return fail("merge_field_unclosed", { message: unclosed[0]?.[1][0], fields: Object.fromEntries(unclosed) });
	if (unknown.length > 0)
		return fail("merge_field_unknown", { message: unknown[0]?.[1][0], fields: Object.fromEntries(unknown) });
	if (unfillable.length > 0)
		return fail("merge_field_empty", { message: unfillable[0]?.[1][0], fields: Object.fromEntries(unfillable) });
	return ok(cleaned);
};
