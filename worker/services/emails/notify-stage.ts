import type { OrgContext } from "#worker/context";
import type { EndpointRequest, EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { stageOffersTemplates } from "#worker/contract/stage-types";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { findStep } from "#worker/services/applicants/change.queries";
import { readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { type Audience, pageOfAudience } from "#worker/services/emails/audience.queries";
import { filled, valuesFor } from "#worker/services/emails/compose-mail";
import { cleanEmail } from "#worker/services/emails/email-text";
import { listNotified } from "#worker/services/emails/list-notified";
import type { notifyStage as endpoint, previewNotify as previewing } from "#worker/services/emails/notify.contract";
import { findBegun, mailingIdOf } from "#worker/services/emails/repeated-mailing";
import { checkTarget, findAudience, sendMailing } from "#worker/services/emails/send-email";
import { organisationById } from "#worker/services/organisation/queries";
import { readStepTemplates } from "#worker/services/stage-changes/stage-messages.queries";

type Body = EndpointRequest<typeof endpoint>["body"];

/** Sends the email of a stage again to those who are at it, with its files (§7 POST /candidates/notify). */
export const notifyStage = async (
	ctx: OrgContext,
	{ expectedRecipients, ...body }: Body,
): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	const id = await mailingIdOf(ctx, body);
	const begun = await findBegun(ctx, id);
	if (begun) return ok(begun);
	const found = await readNotice(ctx, body);
	if (!found.ok) return found;
	const { audience, title, template, text, files } = found.value;
	const mailing = {
		...{ id, applicationId: body.applicationId, stepId: body.stepId, templateId: template.id },
		...{ subject: text.subject, content: text.message, heldUntil: ctx.now(), senderUsername: ctx.actor.email },
	};
	return sendMailing(ctx, {
		...{ mailing, audience, title },
		files: files.map((file) => ({ id: ctx.newId(), ...file })),
		isExpected: (recipients) => expectedRecipients === undefined || expectedRecipients === recipients,
	});
};

/** The same before it is sent: to how many and to whom, and how it reads for the first of them. */
export const previewNotify = async (
	ctx: OrgContext,
	{ page, size, ...body }: EndpointRequest<typeof previewing>["body"],
): Promise<Result<EndpointResponse<typeof previewing>>> => {
	const found = await readNotice(ctx, body);
	if (!found.ok) return found;
	const { audience, template, text, stageName } = found.value;
	const [listed, [first], [organisation]] = await Promise.all([
		listNotified(ctx, audience, { page, size }),
		pageOfAudience(ctx, audience, { page: 0, size: 1 }),
		organisationById(ctx.db, ctx.organisationId),
	]);
	const applicant = first && (await readMergeApplicants(ctx, [first.id])).get(first.id);
	if (!first || !applicant || !organisation) return ok({ ...listed, stageName, template, shown: null });
	const writing = { subject: text.subject, content: text.message, stageName, comment: null };
	const shown = filled(writing, valuesFor(organisation, writing, applicant, ctx.now()));
	return ok({
		...listed,
		stageName,
		template,
		shown: {
			name: first.name,
			to: applicant.email,
			subject: shown.subject,
			message: readRichText(shown.message),
		},
	});
};

const readNotice = async (
	ctx: OrgContext,
	{ applicationId, stepId, ids, matching }: Omit<Body, "expectedRecipients">,
) => {
	const asked = await findAudience(ctx, { applicationId, stageId: stepId, candidateIds: ids, matching });
	if (!asked.ok) return asked;
	const audience: Audience = { ...asked.value, stageId: stepId, isAtStage: true };
	const [target, step] = await Promise.all([checkTarget(ctx, audience), findStep(ctx, stepId)]);
	if (!target.ok) return target;
	if (!step) return fail("step_not_in_workflow");
	const { templates, files } = await readStepTemplates(ctx, stepId);
	const { emailId, emailName, subject, content } = templates ?? {};
	if (!emailId || !emailName || !content || !stageOffersTemplates(step.type)) return fail("stage_writes_nothing");
	const text = await cleanEmail({ subject: subject || emailName, message: content });
	if (!text.ok) return text;
	const template = { id: emailId, name: emailName };
	return ok({ audience, title: target.value, template, text: text.value, files, stageName: step.name });
};
