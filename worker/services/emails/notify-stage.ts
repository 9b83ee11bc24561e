import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import type { Target } from "#worker/runs/bulk-action";
import { type Previewable, previewRun } from "#worker/runs/preview-run";
import {
	type ApplicantRows,
	type ApplicantTypes,
	applicantRows,
	chooseApplicants,
} from "#worker/services/applicants/applicant-rows.queries";
import { findStep } from "#worker/services/applicants/change.queries";
import { countHolders, isAt } from "#worker/services/applicants/matching.queries";
import { readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { readApplicantStates } from "#worker/services/applicants/selection.queries";
import { type Audience, pageOfAudience } from "#worker/services/emails/audience.queries";
import { cleanEmail, previewOf } from "#worker/services/emails/compose-mail";
import { findEmptyFields } from "#worker/services/emails/empty-fields";
import { findBegun, mailingIdOf } from "#worker/services/emails/mailings";
import type { notifyStage as endpoint, previewNotify as previewing } from "#worker/services/emails/notify.contract";
import { previewLetters } from "#worker/services/emails/preview-email";
import { checkTarget, findAudience, sendMailing } from "#worker/services/emails/send-email";
import { organisationById } from "#worker/services/organisation/queries";
import { readStepTemplates } from "#worker/services/stage-changes/queries";

type Body = EndpointRequest<typeof endpoint>["body"];

/** Sends the email of a stage again to applicants at it, with its files (§7 POST /candidates/notify). */
export const notifyStage = async (ctx: OrgContext, { expectedRecipients, ...body }: Body) => {
	const id = await mailingIdOf(ctx, body);
	const begun = await findBegun(ctx, id);
	if (begun) return ok(begun);
	const found = await readNotice(ctx, body);
	if (!found.ok) return found;
	const { audience, title, template, text, files, hasLetter } = found.value;
	const mailing = {
		id,
		applicationId: body.applicationId,
		stepId: body.stepId,
		templateId: template.id,
		subject: text.subject,
		content: text.message,
		sendAfter: ctx.now(),
		senderUsername: ctx.actor.email,
		letter: hasLetter ? ("current" as const) : null,
	};
	return sendMailing(ctx, {
		mailing,
		audience,
		title,
		keepFiles: async () => files.map((file) => ({ id: ctx.newId(), ...file })),
		isExpected: (recipients) => expectedRecipients === undefined || expectedRecipients === recipients,
	});
};

export const previewNotify = async (
	ctx: OrgContext,
	{ page, size, ids, matching, ...stage }: EndpointRequest<typeof previewing>["body"],
) => {
	const { applicationId } = stage;
	const rows = ids.length > 0 ? { candidateIds: ids } : { matching: matching && { ...matching, applicationId } };
	const previewed = await previewRun(ctx, notice, { input: { ...stage, ids, matching }, rows, page, size });
	if (!previewed.ok) return previewed;
	const { preview, target } = previewed.value;
	const { audience, template, text, hasLetter } = target;
	const [[first], [organisation]] = await Promise.all([
		pageOfAudience(ctx, audience, { page: 0, size: 1 }),
		organisationById(ctx.db, ctx.organisationId),
	]);
	const applicant = first && (await readMergeApplicants(ctx, [first.id], Object.values(text))).get(first.id);
	if (!first || !applicant || !organisation)
		return ok({ ...preview, template, shown: null, emptyFields: [], letters: null });
	const writing = { subject: text.subject, content: text.message, stageName: target.name, comment: null };
	const shown = { name: first.name, ...previewOf(organisation, writing, applicant, ctx.now()) };
	const emptyFields = await findEmptyFields(ctx, { audience, organisation, texts: Object.values(text) });
	const letters = hasLetter ? await previewLetters(ctx, audience, applicant.id) : null;
	return ok({ ...preview, template, shown, emptyFields, letters });
};

type Notice = Omit<Body, "expectedRecipients">;
type NoticeProblem = Extract<Awaited<ReturnType<typeof readNotice>>, { ok: false }>["problem"]["code"];
/** why no `selection_changed`: the preview of a notice expects no number of applicants. */
interface NoticeTypes extends ApplicantTypes<Notice, NoticeTarget, NoticeProblem> {
	rows: ApplicantRows & { problem: Exclude<ApplicantRows["problem"], "selection_changed"> };
}
type NoticeTarget = Target & Extract<Awaited<ReturnType<typeof readNotice>>, { ok: true }>["value"];

/**
 * The bulk action's part: which applicants get the email because they are at the stage. Each email has its own lease.
 */
const notice: Previewable<NoticeTypes> = {
	rows: { ...applicantRows, choose: chooseApplicants },
	resolve: async (ctx, input) => {
		const found = await readNotice(ctx, input);
		if (!found.ok) return found;
		return ok({ ...found.value, id: input.stepId, name: found.value.stageName, undoWindowMs: 0 });
	},
	load: (ctx, ids) => readApplicantStates(ctx, ids),
	decide: (applicant, { id, audience }) => {
		if (applicant?.applicationId !== audience.applicationId) return "not_found";
		return applicant.stepId === id ? "will_change" : "not_allowed";
	},
	countFor: async (ctx, { filter, count }, { id }) => ({
		unchanged: 0,
		notAllowed: count - (await countHolders(ctx, filter, isAt.stage(id))),
	}),
};

const readNotice = async (ctx: OrgContext, { applicationId, stepId, ids, matching }: Notice) => {
	const asked = await findAudience(ctx, { applicationId, stageId: stepId, candidateIds: ids, matching });
	if (!asked.ok) return asked;
	const audience: Audience = { ...asked.value, stepId, isAtStage: true };
	const [target, step] = await Promise.all([checkTarget(ctx, audience), findStep(ctx, stepId)]);
	if (!target.ok) return target;
	if (!step) return fail("step_not_in_workflow");
	const { templates, files } = await readStepTemplates(ctx, stepId);
	const { emailId, emailName, subject, content, letterId } = templates ?? {};
	if (!emailId || !emailName || !content) return fail("stage_writes_nothing");
	const text = await cleanEmail(ctx, { subject: subject || emailName, message: content });
	if (!text.ok) {
		if (text.problem.code !== "merge_field_empty") return text;
		const message = `The email “${emailName}” needs the comment of a stage change, and cannot be sent again without one.`;
		return fail("merge_field_empty", { message });
	}
	const template = { id: emailId, name: emailName };
	const hasLetter = Boolean(letterId) && stageOffersTemplates(step.type);
	return ok({ audience, title: target.value, template, text: text.value, files, hasLetter, stageName: step.name });
};
