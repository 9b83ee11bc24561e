import type { ApiClient } from "#app/api/client";
import type { LookedAt } from "#app/routes/stage-changes/sent-with-stage";
import { ok, type Result } from "#worker/contract/result";
import { previewStageChange } from "#worker/services/stage-changes/contract";

/** Reads what entering a stage sends to an applicant; null without a stage. */
export const lookAtMessages = async (
	api: ApiClient,
	applicantId: string,
	stepId: string,
): Promise<Result<LookedAt | null>> => {
	if (stepId === "") return ok(null);
	const preview = await api.call(previewStageChange, { body: { candidateIds: [applicantId], stageId: stepId } });
	if (!preview.ok) return preview;
	const { emails, willChange, messages } = preview.value;
	return ok({ stepId, emails, willChange, messages });
};
