import type { SQL } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants, nameOfHeld, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import type { Location, Step } from "#worker/services/applicants/change.queries";

/** An applicant as a move expects to find them. */
export interface Mover {
	id: string;
	stepId: string;
	version: number;
	locationId: string | null;
	/** UTC milliseconds. */
	stageChangedAt: number;
	applicationId: string;
	applicationTitle: string;
}

/** What a slice of a task adds to its commit: it happens only while the task stands where the slice began. */
export interface Progress {
	onlyIf: SQL;
	writes: readonly Write[];
}

/** Moves applicants who are still where they were seen, at the version they were seen. */
export const writeMove = (
	ctx: OrgContext,
	movers: readonly Mover[],
	{ step, location, onlyIf }: { step: Step; location: Location | null; onlyIf?: SQL | undefined },
): Write =>
	updateApplicants(
		ctx,
		movers.map(({ id, stepId, version }) => ({ id, stepId, version })),
		{
			set: { stepId: step.id, ...(location && { locationId: location.id }), stageChangedAt: ctx.now() },
			guard: onlyIf,
		},
	);

/** Logs a move. */
export const writeMoveLog = (
	ctx: OrgContext,
	movers: readonly Mover[],
	{ step, reason, eventId }: { step: Step; reason: string; eventId: string },
): Write =>
	logApplicants(
		ctx,
		movers.map(({ id, stepId }) => ({ applicantId: id, fromStepId: stepId })),
		{ type: "STAGE_CHANGE", stepId: step.id, stageName: step.name, reason, eventId },
	);

/** Notes the new location of everyone whom the move posts elsewhere. */
export const writeMovePostings = (
	ctx: OrgContext,
	movers: readonly Mover[],
	{ location, eventId }: { location: Location; eventId: string },
): Write[] =>
	noteModifications(
		ctx,
		movers
			.filter(({ locationId }) => locationId !== location.id)
			.map(({ id, locationId }) => ({ entityId: id, heldId: locationId })),
		{ field: "location", oldValue: nameOfHeld(ctx, "location"), newValue: location.name, eventId },
	);
