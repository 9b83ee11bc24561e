import * as v from "valibot";
import type { LookedAt } from "#app/routes/stage-changes/sent-with-stage";
import { askRoute, partOf } from "#app/shell/palette/route-data";
import { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

/** Of what the stage dialog's loader answers, what the chosen stage sends. */
const Answer = v.object({
	looked: partOf(v.nullable(v.object({ stepId: v.string(), emails: v.number(), messages: StageMessages }))),
});

/** What a stage sends to the applicant whose dialog has this address. */
export const askMessages = async (address: string, stepId: string): Promise<LookedAt | null> => {
	const route = "routes/stage-changes/change-stage";
	const answer = await askRoute(`${address}?${new URLSearchParams({ to: stepId })}`, route, Answer);
	return answer.ok ? answer.data.looked : null;
};
