import type { ApiClient } from "#app/api/client";
import type { LookedAt } from "#app/routes/stage-changes/sent-with-stage";
import { previewStageChange } from "#worker/services/stage-changes/contract";

/** What entering a stage sends to an applicant; null where that cannot be said. */
export const lookAtMessages = async (api: ApiClient, applicantId: string, stepId: string): Promise<LookedAt | null> => {
	if (stepId === "") return null;
	const preview = await api.call(previewStageChange, { body: { candidateIds: [applicantId], stageId: stepId } });
	if (!preview.ok) return null;
	const { emails, messages } = preview.value;
	return { stepId, emails, messages };
};
