import type { OrgContext } from "#worker/context";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { fullName } from "#worker/contract/text/full-name";
import {
	fieldsThatMayBeEmpty,
	fillHtml,
	fillLine,
	unknownField,
	valuesNamedIn,
} from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { visibleLine } from "#worker/contract/text/visible-text";
import { sanitiseMail } from "#worker/gateways/sanitise-mail";
import type { Step } from "#worker/services/applicants/change.queries";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { readStepTemplates } from "#worker/services/stage-changes/queries";
import {
	commentToCome,
	type StageMessages as ShownMessages,
} from "#worker/services/stage-changes/stage-messages.contract";

/** The email of a stage, its merge fields not yet filled in. */
export interface StageMail {
	templateId: string;
	templateName: string;
	subject: string;
	/** Sanitised HTML. */
	content: string;
	/** Whether the letter of the stage goes with it. */
	hasLetter: boolean;
}

/** The messages of entering a stage, and how long they wait. */
interface StageMessages {
	/** The undo window, in milliseconds (0 to 600 seconds). */
	undoWindowMs: number;
	mail: StageMail | null;
	letter: { id: string; name: string } | null;
	files: { name: string; size: number }[];
	/** Why the email cannot be sent, in words; null when it can. */
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
		return { undoWindowMs, mail: null, letter: null, files: [], fault: null };
	const { emailId, emailName, subject, content, letterId, letterName } = templates;
	const letter = letterId && letterName ? { id: letterId, name: letterName } : null;
	if (!emailId || !emailName || content === null) return { undoWindowMs, mail: null, letter, files: [], fault: null };
	const mail = {
		templateId: emailId,
		templateName: emailName,
		subject: visibleLine(subject || emailName),
		content: await sanitiseMail(content),
		hasLetter: letter !== null,
	};
	const unknown = unknownField(mail.subject) ?? unknownField(mail.content);
	const fault =
		unknown === undefined ? null : `The template “${emailName}” has a merge field that does not exist: {{${unknown}}}`;
	return { undoWindowMs, mail, letter, files: files.map(({ name, size }) => ({ name, size })), fault };
};

/** Returns the messages of a step, as one of the moved applicants would get them (§4). */
export const previewMessages = async (
	ctx: OrgContext,
	step: Step,
	findFirstMover: () => Promise<string | undefined>,
): Promise<ShownMessages> => {
	const { undoWindowMs, mail, letter, files, fault } = await readStageMessages(ctx, step);
	const about = {
		undoWindowSeconds: undoWindowMs / 1_000,
		email: mail && { id: mail.templateId, name: mail.templateName },
		files: files.map(({ name }) => name),
		letter,
		fault,
	};
	const nobody = { ...about, shown: null, emptyFields: [] };
	if (!mail || fault !== null) return nobody;
	const [[organisation], people] = await Promise.all([
		organisationById(ctx.db, ctx.organisationId),
		findFirstMover().then((id) => readMergeApplicants(ctx, id === undefined ? [] : [id])),
	]);
	const [applicant] = people.values();
	if (!organisation || !applicant) return nobody;
	return { ...about, ...showFor(ctx, { mail, step, organisation, applicant }) };
};

interface Shown {
	mail: StageMail;
	step: Step;
	organisation: NonNullable<Awaited<ReturnType<typeof organisationById>>[number]>;
	applicant: MergeApplicant;
}

const showFor = ({ now }: OrgContext, { mail, step, organisation, applicant }: Shown) => {
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
	const empty = fieldsThatMayBeEmpty([mail.subject, mail.content]).filter(({ name }) => !values[name]);
	return { shown, emptyFields: empty.map(({ label }) => label) };
};
