import type { OrgContext } from "#worker/context";
import { fullName } from "#worker/contract/text/full-name";
import { fillHtml, fillLine, valuesNamedIn } from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import type { Step } from "#worker/services/applicants/change.queries";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { readStageMessages, type StageMail } from "#worker/services/stage-changes/stage-messages";
import type { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

/** Returns the messages of a step, as one of the moved applicants would get them (§4). */
export const previewMessages = async (
	ctx: OrgContext,
	step: Step,
	findFirstMover: () => Promise<string | undefined>,
): Promise<StageMessages> => {
	const { undoWindowMs, mail, letter, files, fault } = await readStageMessages(ctx, step);
	const about = {
		undoWindowSeconds: undoWindowMs / 1_000,
		email: mail && { id: mail.templateId, name: mail.templateName },
		files: files.map(({ name }) => name),
		letter,
		fault,
	};
	if (!mail || fault !== null) return { ...about, shown: null };
	const [[organisation], people] = await Promise.all([
		organisationById(ctx.db, ctx.organisationId),
		findFirstMover().then((id) => readMergeApplicants(ctx, id === undefined ? [] : [id])),
	]);
	const [applicant] = people.values();
	if (!organisation || !applicant) return { ...about, shown: null };
	return { ...about, shown: showFor(ctx, { mail, step, organisation, applicant }) };
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
	return {
		candidate: { id: applicant.id, name: fullName(applicant) },
		to: applicant.email,
		subject: fillLine(mail.subject, values),
		message: readRichText(fillHtml(mail.content, values)),
	};
};

/** Stands for a comment that has not been typed yet. */
const commentToCome = "[your comment]";
