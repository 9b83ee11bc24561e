import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicants } from "#worker/database/schema/applicants";
import { annotateApplicants, seen, updateApplicants } from "#worker/services/applicants/applicant.writes";
import {
	heldIfThere,
	logApplicants,
	nameIfThere,
	nameOfHeld,
	noteModifications,
} from "#worker/services/applicants/applicant-log.writes";
import type { Assigned, Assignment } from "#worker/services/assignments/assignment.bulk";

type Seen = Parameters<typeof updateApplicants>[1];

/** Gives applicants another value. why a reviewer is no review: the applicant has only been given to somebody to look at. */
const setField = (
	ctx: OrgContext,
	rows: Seen,
	{ field, value, guard }: { field: Assignment["field"]; value: string | SQL; guard: SQL | undefined },
): Write => {
	if (field === "course") return updateApplicants(ctx, rows, { set: { courseId: value }, guard });
	const valueOrNone = value === "" ? null : value;
	if (field === "location") return updateApplicants(ctx, rows, { set: { locationId: valueOrNone }, guard });
	return annotateApplicants(ctx, rows, {
		set: { reviewerId: valueOrNone, version: sql`${applicants.version} + 1` },
		guard,
	});
};

/** Changes those who are still at the step and the version they were seen at. */
export const writeAssignment = (
	ctx: OrgContext,
	assigned: readonly Assigned[],
	{ field, id }: Assignment,
	onlyIf?: SQL,
): Write =>
	setField(
		ctx,
		assigned.map((applicant) => ({ id: applicant.id, stepId: applicant.stepId, version: applicant.version })),
		{ field, value: id, guard: onlyIf },
	);

export const writeAssignmentModifications = (
	ctx: OrgContext,
	assigned: readonly Assigned[],
	{ field, id, name }: Assignment,
	eventId: string,
): Write[] =>
	noteModifications(
		ctx,
		assigned.map(({ id, heldId }) => ({ entityId: id, heldId })),
		{ field, oldValue: nameOfHeld(ctx, field), newValue: id === "" ? null : name, eventId },
	);

/** Selects what the institution calls a course, with a capital letter. */
const nameOfCourse = ({ organisationId }: OrgContext): SQL =>
	sql`(SELECT upper(substr(course_alias, 1, 1)) || substr(course_alias, 2) FROM organisations WHERE id = ${organisationId})`;

export const writeAssignmentLog = (
	ctx: OrgContext,
	assigned: readonly Assigned[],
	assignment: Assignment,
	eventId: string,
): Write => {
	return logApplicants(
		ctx,
		assigned.map(({ id, stepId, heldId }) => ({ applicantId: id, stepId, heldId })),
		{ type: "DATA_UPDATE", reason: sentenceOf(ctx, assignment), eventId },
	);
};

/** Selects the sentence of the log: "Posting changed from Yaba to Ikeja". */
const sentenceOf = (ctx: OrgContext, { field, id, name }: Assignment): SQL => {
	const before = nameOfHeld(ctx, field);
	const isNew = sql`${seen("heldId")} IS NULL`;
	if (field === "course") return sql`${nameOfCourse(ctx)} || ' changed from ' || ${before} || ' to ' || ${name}`;
	if (id === "") return sql`${field === "location" ? "No longer posted to " : "No longer assigned to "} || ${before}`;
	if (field === "location")
		return sql`iif(${isNew}, 'Posted', 'Posting changed from ' || ${before}) || ' to ' || ${name}`;
	return sql`iif(${isNew}, 'Assigned', 'Assignment changed from ' || ${before}) || ' to ' || ${name}`;
};

/** An applicant who was given something by a run: the version that it gave them, and what they had. */
export const AssignedRow = v.object({
	id: v.string(),
	version: v.number(),
	before: v.object({ heldId: v.nullable(v.string()), stepId: v.string() }),
});
type AssignedRow = v.InferOutput<typeof AssignedRow>;

/**
 * Gives applicants back what they had, if they still have the version that the run gave them: nobody or no location where
 * it was deleted since. A course is needed, so one that was deleted keeps them all as they are.
 */
export const writeAssignmentBack = (
	ctx: OrgContext,
	rows: readonly AssignedRow[],
	{ field, runId, onlyIf }: { field: Assignment["field"]; runId: string; onlyIf: SQL },
): Write => {
	const heldId = sql`(SELECT before ->> 'heldId' FROM run_rows WHERE organisation_id = ${ctx.organisationId}
		AND run_id = ${runId} AND subject_id = applicants.id)`;
	const before = heldIfThere(ctx, field, heldId);
	return setField(
		ctx,
		rows.map(({ id, version }) => ({ id, version })),
		{ field, value: before, guard: field === "course" ? sql`${onlyIf} AND ${before} IS NOT NULL` : onlyIf },
	);
};

export const writeAssignmentBackLog = (
	ctx: OrgContext,
	rows: readonly AssignedRow[],
	{
		field,
		targetId,
		targetName,
		eventId,
	}: { field: Assignment["field"]; targetId: string; targetName: string; eventId: string },
): Write[] => [
	...noteModifications(
		ctx,
		rows.map(({ id, before }) => ({ entityId: id, heldId: before.heldId })),
		{ field, oldValue: targetId === "" ? null : targetName, newValue: nameIfThere(ctx, field), eventId },
	),
	logApplicants(
		ctx,
		rows.map(({ id, before }) => ({ applicantId: id, stepId: before.stepId })),
		{
			type: "DATA_UPDATE",
			reason:
				field === "course"
					? sql`${nameOfCourse(ctx)} || ' change undone'`
					: `${field === "location" ? "Posting" : "Assignment"} undone`,
			eventId,
		},
	),
];
