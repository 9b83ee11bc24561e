import * as v from "valibot";
import type { LookedAt } from "#app/routes/stage-changes/sent-with-stage";
import { askRoute, partOf } from "#app/shell/palette/route-data";
import { StageMessages } from "#worker/services/stage-changes/stage-messages.contract";

/** The part of the stage dialog's data that says what the chosen stage sends. */
const Answer = v.object({
	looked: partOf(v.nullable(v.object({ stepId: v.string(), emails: v.number(), messages: StageMessages }))),
});

/** Loads what a stage sends to the applicant of the dialog's address. */
export const askMessages = async (address: string, stepId: string): Promise<LookedAt | null> => {
	const route = "routes/stage-changes/change-stage";
	const answer = await askRoute(`${address}?${new URLSearchParams({ to: stepId })}`, route, Answer);
	return answer.ok ? answer.data.looked : null;
};
