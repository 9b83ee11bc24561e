import { commit } from "#worker/database/commit";
import type { OrgContext } from "#worker/http/context";
import type { Location, Step } from "#worker/services/applicants/change.queries";
import {
	type Mover,
	type Progress,
	writeMove,
	writeMoveLog,
	writeMovePostings,
} from "#worker/services/applicants/stage.writes";

/** Where to, why, and to which location with it. */
export interface Move {
	step: Step;
	reason: string;
	location: Location | null;
	/** Of a selection, who was moved by somebody after this, UTC milliseconds, stays. */
	asOf?: number | undefined;
}

/**
 * Moves applicants in one batch, all or none: their rows, log, modification entries and the event.
 *
 * @returns false when one of them was changed meanwhile: then nothing was written.
 */
export const moveApplicants = async (
	ctx: OrgContext,
	movers: readonly Mover[],
	{ step, reason, location }: Move,
	progress?: Progress,
): Promise<boolean> => {
	const eventId = ctx.newId();
	const [first] = movers;
	const isOneApplication = movers.every(({ applicationId }) => applicationId === first?.applicationId);
	const event = await commit(ctx, {
		guarded: {
			write: writeMove(ctx, movers, { step, location, onlyIf: progress?.onlyIf }),
			expectedChanges: movers.length,
		},
		writes: [
			writeMoveLog(ctx, movers, { step, reason, eventId }),
			...(location ? writeMovePostings(ctx, movers, { location, eventId }) : []),
			...(progress?.writes ?? []),
		],
		event: {
			id: eventId,
			type: "applicants.stage_changed",
			payload: {
				applicationId: (isOneApplication && first?.applicationId) || null,
				applicationTitle: (isOneApplication && first?.applicationTitle) || null,
				applicantIds: movers.map(({ id }) => id),
				fromStepIds: movers.map(({ stepId }) => stepId),
				stepId: step.id,
				stageName: step.name,
				reason,
				locationId: location?.id ?? null,
			},
		},
	});
	return event !== undefined;
};
