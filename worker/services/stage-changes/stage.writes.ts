import type { SQL } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants, nameOfHeld, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import type { Location, Step } from "#worker/services/applicants/change.queries";
import type { ApplicantState } from "#worker/services/applicants/selection.queries";

/** Moves applicants who are still at the step and version that were read. */
export const writeMove = (
	ctx: OrgContext,
	applicants: readonly ApplicantState[],
	{ step, location, onlyIf }: { step: Step; location: Location | null; onlyIf?: SQL | undefined },
): Write =>
	updateApplicants(
		ctx,
		applicants.map(({ id, stepId, version }) => ({ id, stepId, version })),
		{
			set: { stepId: step.id, ...(location && { locationId: location.id }), stageChangedAt: ctx.now() },
			guard: onlyIf,
		},
	);

export const writeMoveLog = (
	ctx: OrgContext,
	applicants: readonly ApplicantState[],
	{ step, reason, eventId }: { step: Step; reason: string; eventId: string },
): Write =>
	logApplicants(
		ctx,
		applicants.map(({ id, stepId }) => ({ applicantId: id, fromStepId: stepId })),
		{ type: "STAGE_CHANGE", stepId: step.id, stageName: step.name, reason, eventId },
	);

/** Adds the new location of posted applicants to the modification log. */
export const writeMovePostings = (
	ctx: OrgContext,
	applicants: readonly ApplicantState[],
	{ location, eventId }: { location: Location; eventId: string },
): Write[] =>
	noteModifications(
		ctx,
		applicants
			.filter(({ locationId }) => locationId !== location.id)
			.map(({ id, locationId }) => ({ entityId: id, heldId: locationId })),
		{ field: "location", oldValue: nameOfHeld(ctx, "location"), newValue: location.name, eventId },
	);
