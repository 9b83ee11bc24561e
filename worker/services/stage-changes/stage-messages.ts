import type { OrgContext } from "#worker/context";
import { maskOf } from "#worker/contract/forms/sensitive";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { fullName } from "#worker/contract/text/full-name";
import {
	fillHtml,
	fillLine,
	fillPlain,
	namedFields,
	unknownField,
	valuesNamedIn,
} from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { toDialled } from "#worker/contract/text/phone-number";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { countSms } from "#worker/contract/text/sms";
import { titleOfSms } from "#worker/contract/text/title-of-sms";
import { visibleLine } from "#worker/contract/text/visible-text";
import { sanitiseMail } from "#worker/gateways/sanitise-mail";
import { sendsSms } from "#worker/gateways/sms/choose-sms";
import type { Step } from "#worker/services/applicants/change.queries";
import { countEmptyFields } from "#worker/services/applicants/empty-fields.queries";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import type { Channel } from "#worker/services/emails/contract";
import { knownFormFields } from "#worker/services/form-designs/merge-fields.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { readStepTemplates, type StepTemplates } from "#worker/services/stage-changes/queries";
import {
	commentToCome,
	locationToCome,
	type StageMessages as ShownMessages,
} from "#worker/services/stage-changes/stage-messages.contract";
import { findDocumentTemplate } from "#worker/services/templates/queries";

/** The email or SMS of a stage, its merge fields not yet filled in. */
export interface StageMessage {
	channel: Channel;
	templateId: string;
	templateName: string;
	subject: string;
	/** Sanitised HTML, of an SMS plain text. */
	content: string;
	/** Whether the letter of the stage goes with it. */
	hasLetter: boolean;
}

/** The messages of entering a stage, and how long they wait. */
interface StageMessages {
	/** The undo window, in milliseconds (0 to 600 seconds). */
	undoWindowMs: number;
	mail: StageMessage | null;
	/** Null also while SMS is switched off. */
	sms: StageMessage | null;
	letter: { id: string; name: string } | null;
	files: { name: string; size: number }[];
	/** Why the email or SMS cannot be sent, in words; null when they can. */
	fault: string | null;
}

/** Reads the messages of entering a step (§4: the stages that offer email and document templates). */
export const readStageMessages = async (
	ctx: OrgContext,
	{ id, type }: Pick<Step, "id" | "type">,
): Promise<StageMessages> => {
	const { templates, files } = await readStepTemplates(ctx, id);
	const undoWindowMs = Math.min(600, Math.max(0, templates?.undoWindowSeconds ?? 0)) * 1_000;
	if (!templates || !stageOffersTemplates(type))
		return { undoWindowMs, mail: null, sms: null, letter: null, files: [], fault: null };
	const { emailId, emailName, subject, content, letterId, letterName } = templates;
	const letter = letterId && letterName ? { id: letterId, name: letterName } : null;
	const sms = sendsSms(ctx.env) ? smsOf(templates) : null;
	const ofSms = sms && (await faultOf(ctx, sms));
	if (!emailId || !emailName || content === null)
		return { undoWindowMs, mail: null, sms, letter, files: [], fault: ofSms };
	const mail: StageMessage = {
		channel: "email",
		templateId: emailId,
		templateName: emailName,
		subject: visibleLine(subject || emailName),
		content: await sanitiseMail(content),
		hasLetter: letter !== null,
	};
	const fault = (await faultOf(ctx, mail)) ?? ofSms;
	return { undoWindowMs, mail, sms, letter, files: files.map(({ name, size }) => ({ name, size })), fault };
};

const smsOf = ({ smsId, smsName, smsContent }: StepTemplates): StageMessage | null =>
	smsId && smsName && smsContent
		? {
				channel: "sms",
				templateId: smsId,
				templateName: smsName,
				hasLetter: false,
				subject: titleOfSms(smsContent),
				content: smsContent,
			}
		: null;

const faultOf = async (ctx: OrgContext, { templateName, subject, content }: StageMessage): Promise<string | null> => {
	const unknown = unknownField(`${subject} ${content}`, await knownFormFields(ctx, subject, content));
	return unknown === undefined
		? null
		: `The template “${templateName}” has a merge field that does not exist: {{${unknown}}}`;
};

type Recipients = Parameters<typeof countEmptyFields>[1]["recipients"];

/** Returns the messages of a step, as the first of the moved applicants would get them, and what they lack for all (§4). */
export const previewMessages = async (
	ctx: OrgContext,
	step: Step,
	movers: Recipients & { findFirst(): Promise<string | undefined> },
): Promise<ShownMessages> => {
	const { undoWindowMs, mail, sms, letter, files, fault } = await readStageMessages(ctx, step);
	const messages = fault === null ? [mail ?? [], sms ?? []].flat() : [];
	const texts = messages.flatMap(({ subject, content }) => [subject, content]);
	const [[organisation], letterTemplate] = await Promise.all([
		organisationById(ctx.db, ctx.organisationId),
		letter && findDocumentTemplate(ctx, letter.id),
	]);
	let selected: ReturnType<Recipients["select"]> | undefined;
	const recipients = {
		count: movers.count,
		// why once: a group is read to be selected.
		select: () => {
			selected ??= movers.select();
			return selected;
		},
	};
	const emptyIn = async (written: readonly string[]) =>
		organisation ? countEmptyFields(ctx, { recipients, organisation, texts: written }) : [];
	const letterTexts = letterTemplate ? [letterTemplate.content] : [];
	const hasComment = (written: readonly string[]) => written.some((one) => namedFields(one).includes("comment"));
	const [people, emptyFields, emptyInLetter] = await Promise.all([
		texts.length === 0
			? undefined
			: movers.findFirst().then((id) => readMergeApplicants(ctx, id === undefined ? [] : [id], texts)),
		emptyIn(texts),
		emptyIn(letterTexts),
	]);
	const about = {
		undoWindowSeconds: undoWindowMs / 1_000,
		email: mail && { id: mail.templateId, name: mail.templateName },
		sms: sms && { id: sms.templateId, name: sms.templateName },
		files: files.map(({ name }) => name),
		letter,
		fault,
		emptyFields,
		emptyInLetter,
		commentIn: [
			hasComment(texts) ? ("message" as const) : [],
			hasComment(letterTexts) ? ("letter" as const) : [],
		].flat(),
	};
	const [applicant] = people?.values() ?? [];
	if (!organisation || !applicant) return { ...about, shown: null, shownPosted: null, shownSms: null };
	const filled = messages.map((message) => showFor(ctx, { message, step, organisation, applicant }));
	const posted = { ...applicant, locationName: locationToCome };
	const hasLocation = mail !== null && namedFields(`${mail.subject} ${mail.content}`).includes("locationName");
	const ofChannel = (wanted: Channel) => filled.find(({ channel }) => channel === wanted);
	const number = toDialled(applicant.phone ?? "") ?? null;
	const [shown, shownSms] = [ofChannel("email")?.shown, ofChannel("sms")?.text];
	return {
		...about,
		shown: shown ?? null,
		shownPosted:
			shown && mail && hasLocation
				? showFor(ctx, { message: mail, step, organisation, applicant: posted }).shown
				: null,
		shownSms:
			shownSms === undefined
				? null
				: {
						candidate: { id: applicant.id, name: fullName(applicant) },
						to: applicant.isPhoneSensitive ? maskOf(number) : number,
						message: shownSms,
						segments: countSms(shownSms).segments,
					},
	};
};

interface Shown {
	message: StageMessage;
	step: Step;
	organisation: NonNullable<Awaited<ReturnType<typeof organisationById>>[number]>;
	applicant: MergeApplicant;
}

const showFor = ({ now }: OrgContext, { message: mail, step, organisation, applicant }: Shown) => {
	const values = valuesNamedIn(
		[mail.subject, mail.content],
		mergeValuesOf({ organisation, applicant, stageName: step.name, comment: commentToCome, date: now() }),
	);
	const shown = {
		candidate: { id: applicant.id, name: fullName(applicant) },
		to: applicant.email,
		subject: fillLine(mail.subject, values),
		message: readRichText(fillHtml(mail.content, values)),
	};
	return { channel: mail.channel, shown, text: fillPlain(mail.content, values) };
};
