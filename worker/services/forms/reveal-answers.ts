import type { OrgContext } from "#worker/context";
import { answerIn } from "#worker/contract/forms/form-schema";
import { sensitiveIn } from "#worker/contract/forms/sensitive";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { atStage, logApplicants } from "#worker/services/applicants/applicant-log.writes";
import { findFormToEdit } from "#worker/services/forms/edit.queries";
import { writableFields } from "#worker/services/forms/edited-form";

/** Returns answers to sensitive fields as they are, and logs who revealed which; the log never has the answers. */
export const revealAnswers = async (ctx: OrgContext, id: string, asked: readonly string[]) => {
	const form = await findFormToEdit(ctx, id);
	if (!form) return fail("not_found");
	const fieldIds = [...new Set(asked)];
	const isSensitive = sensitiveIn(form.layout);
	if (!fieldIds.every(isSensitive))
		return fail("invalid", { fields: { fieldIds: ["Only fields that are marked as sensitive can be revealed."] } });
	const { applicantId, applicationKey } = form;
	const fields = writableFields(form, form);
	const labels = fieldIds.map((fieldId) => fields.get(fieldId)?.label ?? fieldId);
	const eventId = ctx.newId();
	// why not guarded: the record stays as it is, and nobody's edit becomes stale.
	await commit(ctx, {
		writes: [
			logApplicants(ctx, atStage(ctx, applicantId), {
				type: "REVEAL",
				reason: `Revealed ${labels.join(", ")}`,
				eventId,
			}),
		],
		event: {
			id: eventId,
			type: "applicants.answers_revealed",
			payload: { applicationId: applicationKey, applicantIds: [applicantId], submissionId: id, fieldIds, labels },
		},
	});
	return ok({
		answers: Object.fromEntries(fieldIds.map((fieldId) => [fieldId, answerIn(form.data, fieldId) ?? null])),
	});
};
