import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { seen, updateApplicants } from "#worker/services/applicants/applicant.writes";
import { logApplicants, nameOfHeld, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import type { Assigned, Assignment } from "#worker/services/assignments/assignment.bulk";

/** Changes those who are still at the step and the version they were seen at. */
export const writeAssignment = (
	ctx: OrgContext,
	assigned: readonly Assigned[],
	{ field, id }: Assignment,
	onlyIf?: SQL,
): Write =>
	updateApplicants(
		ctx,
		assigned.map((applicant) => ({ id: applicant.id, stepId: applicant.stepId, version: applicant.version })),
		{ set: field === "course" ? { courseId: id } : { locationId: id }, guard: onlyIf },
	);

export const writeAssignmentModifications = (
	ctx: OrgContext,
	assigned: readonly Assigned[],
	{ field, name }: Assignment,
	eventId: string,
): Write[] =>
	noteModifications(
		ctx,
		assigned.map(({ id, heldId }) => ({ entityId: id, heldId })),
		{ field, oldValue: nameOfHeld(ctx, field), newValue: name, eventId },
	);

/** Selects what the institution calls a course, with a capital letter. */
const nameOfCourse = ({ organisationId }: OrgContext): SQL =>
	sql`(SELECT upper(substr(course_alias, 1, 1)) || substr(course_alias, 2) FROM organisations WHERE id = ${organisationId})`;

export const writeAssignmentLog = (
	ctx: OrgContext,
	assigned: readonly Assigned[],
	{ field, name }: Assignment,
	eventId: string,
): Write => {
	const before = nameOfHeld(ctx, field);
	const change =
		field === "course"
			? sql`${nameOfCourse(ctx)} || ' changed from ' || ${before}`
			: sql`iif(${seen("heldId")} IS NULL, 'Posted', 'Posting changed from ' || ${before})`;
	return logApplicants(
		ctx,
		assigned.map(({ id, stepId, heldId }) => ({ applicantId: id, stepId, heldId })),
		{ type: "DATA_UPDATE", reason: sql`${change} || ' to ' || ${name}`, eventId },
	);
};

/** An applicant who was given something by a run: the version that it gave them, and what they had. */
export const AssignedRow = v.object({
	id: v.string(),
	version: v.number(),
	before: v.object({ heldId: v.nullable(v.string()), stepId: v.string() }),
});
type AssignedRow = v.InferOutput<typeof AssignedRow>;

/** Gives applicants back what they had, if they still have the version that the run gave them. */
export const writeAssignmentBack = (
	ctx: OrgContext,
	rows: readonly AssignedRow[],
	{ field, runId, onlyIf }: { field: Assignment["field"]; runId: string; onlyIf: SQL },
): Write => {
	const before = sql`(SELECT before ->> 'heldId' FROM run_rows WHERE organisation_id = ${ctx.organisationId}
		AND run_id = ${runId} AND subject_id = applicants.id)`;
	return updateApplicants(
		ctx,
		rows.map(({ id, version }) => ({ id, version })),
		{ set: field === "course" ? { courseId: before } : { locationId: before }, guard: onlyIf },
	);
};

export const writeAssignmentBackLog = (
	ctx: OrgContext,
	rows: readonly AssignedRow[],
	{ field, targetName, eventId }: { field: Assignment["field"]; targetName: string; eventId: string },
): Write[] => [
	...noteModifications(
		ctx,
		rows.map(({ id, before }) => ({ entityId: id, heldId: before.heldId })),
		{ field, oldValue: targetName, newValue: nameOfHeld(ctx, field), eventId },
	),
	logApplicants(
		ctx,
		rows.map(({ id, before }) => ({ applicantId: id, stepId: before.stepId })),
		{
			type: "DATA_UPDATE",
			reason: field === "course" ? sql`${nameOfCourse(ctx)} || ' change undone'` : "Posting undone",
			eventId,
		},
	),
];
