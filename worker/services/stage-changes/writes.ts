import { and, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { UndoneRun } from "#worker/runs/bulk-action";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import {
	heldIfThere,
	logApplicants,
	nameIfThere,
	nameOfHeld,
	noteModifications,
} from "#worker/services/applicants/applicant-log.writes";
import type { Location, Step } from "#worker/services/applicants/change.queries";
import type { ApplicantState } from "#worker/services/applicants/selection.queries";

/** The condition that a step exists. why: somebody may remove it while applicants are moved there. */
const exists = ({ organisationId }: OrgContext, stepId: string | SQL): SQL =>
	sql`EXISTS (SELECT 1 FROM workflow_steps AS wanted WHERE wanted.organisation_id = ${organisationId} AND wanted.id = ${stepId})`;

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
			guard: and(onlyIf, exists(ctx, step.id)),
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

/** An applicant that a run moved: the version it set, and their former place. */
export const MovedRow = v.object({
	id: v.string(),
	version: v.number(),
	before: v.object({ stepId: v.string(), locationId: v.nullable(v.string()), stageChangedAt: v.number() }),
});
export type MovedRow = v.InferOutput<typeof MovedRow>;

/** Puts back applicants who are still where the run put them, at the version it set. A location that is gone stays away. */
export const writeBack = (
	ctx: OrgContext,
	{ id: runId, targetId }: UndoneRun,
	rows: readonly MovedRow[],
	onlyIf: SQL,
): Write => {
	const before = (field: keyof MovedRow["before"]) =>
		sql`(SELECT before ->> ${sql.raw(`'${field}'`)} FROM run_rows WHERE organisation_id = ${ctx.organisationId}
			AND run_id = ${runId} AND subject_id = applicants.id)`;
	return updateApplicants(
		ctx,
		rows.map(({ id, version }) => ({ id, stepId: targetId, version })),
		{
			set: {
				stepId: before("stepId"),
				locationId: heldIfThere(ctx, "location", before("locationId")),
				stageChangedAt: before("stageChangedAt"),
			},
			guard: and(onlyIf, exists(ctx, before("stepId"))),
		},
	);
};

export const writeBackLog = (
	ctx: OrgContext,
	{ targetName }: UndoneRun,
	rows: readonly MovedRow[],
	eventId: string,
): Write =>
	logApplicants(
		ctx,
		rows.map(({ id, before }) => ({ applicantId: id, stepId: before.stepId })),
		{ type: "STAGE_CHANGE", fromStageName: targetName, reason: "Stage change undone", eventId },
	);

/** Adds to the modification log the location that the applicants have again, where the run posted them to another one. */
export const writeBackPostings = (
	ctx: OrgContext,
	rows: readonly MovedRow[],
	{ locationId, eventId }: { locationId: string; eventId: string },
): Write[] =>
	noteModifications(
		ctx,
		rows
			.filter(({ before }) => before.locationId !== locationId)
			.map(({ id, before }) => ({ entityId: id, heldId: before.locationId })),
		{ field: "location", oldValue: nameOfLocation(ctx, locationId), newValue: nameIfThere(ctx, "location"), eventId },
	);

const nameOfLocation = ({ organisationId }: OrgContext, id: string): SQL =>
	sql`coalesce((SELECT name FROM locations WHERE organisation_id = ${organisationId} AND id = ${id}), ${id})`;
