import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { anyOf } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { nobody, noLocation } from "#worker/contract/unassigned";
import type { EventToCommit } from "#worker/database/commit";
import { isBound, hasCourse as isOfScope, type Scope } from "#worker/database/scope";
import { scopeOfUser } from "#worker/http/scope-of-user";
import type { BulkAction, Target, UndoneRun } from "#worker/runs/bulk-action";
import { readUndoWindowMs } from "#worker/runs/run.queries";
import { type ApplicantTypes, applicantRows } from "#worker/services/applicants/applicant-rows.queries";
import { findCourse, findLocation } from "#worker/services/applicants/change.queries";
import { countHolders, isAt, isBeyond } from "#worker/services/applicants/matching.queries";
import { type ApplicantState, hasCourse, readApplicantStates } from "#worker/services/applicants/selection.queries";
import {
	AssignedRow,
	writeAssignment,
	writeAssignmentBack,
	writeAssignmentBackLog,
	writeAssignmentLog,
	writeAssignmentModifications,
} from "#worker/services/assignments/assignments.writes";
import {
	courseChange as courseEntries,
	posting as postingEntries,
	review as reviewEntries,
	updateAssignments,
} from "#worker/services/assignments/contract";
import { activeHoldersOf } from "#worker/services/users/queries";

export interface Assignment extends Target {
	field: "course" | "location" | "reviewer";
	course?: { id: string; code: string; title: string };
	/** The applicants that a reviewer sees; left out for nobody, and for a course or a location. */
	reach?: Scope;
}

export type Assigned = ApplicantState & { heldId: string | null };

type AssignmentTypes<Input, Unknown extends ProblemCode> = ApplicantTypes<Input, Assignment, Unknown>;

interface Kind<Input, Unknown extends ProblemCode> {
	field: Assignment["field"];
	taskTypes: { change: string; undo: string };
	input: v.GenericSchema<unknown, Input>;
	/** Names what an applicant had before; left out for reviewers. */
	nameOf?(ctx: OrgContext, id: string): Promise<string | undefined>;
	/** The course that must be offered, if any. */
	courseOf(input: Input): string | undefined;
	find(ctx: OrgContext, input: Input): Promise<Pick<Assignment, "id" | "name" | "course" | "reach"> | undefined>;
	unknown: Unknown;
}

/** The target of an applicant who is assigned to nobody, or posted to no location. */
const noneId = "";

const heldBy = ({ courseId, locationId, reviewerId }: ApplicantState, field: Assignment["field"]) =>
	({ course: courseId, location: locationId, reviewer: reviewerId })[field];

const assignmentAction = <Input, Unknown extends "course_not_offered" | "location_unknown" | "reviewer_unknown">({
	field,
	taskTypes,
	...kind
}: Kind<Input, Unknown>): BulkAction<AssignmentTypes<Input, Unknown>> => ({
	kind: field,
	taskType: taskTypes.change,
	access: updateAssignments.access,
	input: kind.input,
	rows: applicantRows,
	resolve: async (ctx, input) => {
		const [found, undoWindowMs] = await Promise.all([kind.find(ctx, input), readUndoWindowMs(ctx)]);
		return found ? ok({ field, ...found, undoWindowMs }) : fail(kind.unknown);
	},
	load: (ctx, ids, input, since) => {
		const courseId = kind.courseOf(input);
		return readApplicantStates(ctx, ids, { changed: { field, since }, ...(courseId !== undefined && { courseId }) });
	},
	decide: (applicant, { id, reach }) => {
		if (!applicant) return "not_found";
		if ((heldBy(applicant, field) ?? noneId) === id) return "unchanged";
		if (reach && !isOfScope(reach, applicant.courseId)) return "not_allowed";
		return field !== "course" || applicant.isOffered ? "will_change" : "not_allowed";
	},
	countFor: async (ctx, { filter, count }, { id, reach }) => {
		const isThere = isAt[field](id);
		const [unchanged, isOffered, outOfReach] = await Promise.all([
			countHolders(ctx, filter, isThere),
			field !== "course" || hasCourse(ctx, filter.applicationId, id),
			reach && isBound({ scope: reach }) ? countHolders(ctx, filter, isBeyond(reach, id)) : 0,
		]);
		return { unchanged, notAllowed: isOffered ? outOfReach : count - unchanged };
	},
	write: (ctx, applicants, assignment, { runId, eventId, onlyIf }) => {
		const assigned = applicants.map((applicant) => ({ ...applicant, heldId: heldBy(applicant, field) }));
		return ok({
			guarded: writeAssignment(ctx, assigned, assignment, onlyIf),
			writes: [
				...writeAssignmentModifications(ctx, assigned, assignment, eventId),
				writeAssignmentLog(ctx, assigned, assignment, eventId),
			],
			event: eventOf(assigned, assignment, runId),
		});
	},
	reversal: {
		taskType: taskTypes.undo,
		before: (applicant) => ({ heldId: heldBy(applicant, field), stepId: applicant.stepId }),
		nameBack: async (ctx, before) => {
			const { heldId } = v.parse(AssignedRow.entries.before, before);
			return heldId === null ? undefined : kind.nameOf?.(ctx, heldId);
		},
		write: (ctx, changed, run, { eventId, onlyIf }) => {
			const rows = v.parse(v.array(AssignedRow), changed);
			const about = { field, targetId: run.targetId, targetName: run.targetName, eventId };
			return {
				guarded: writeAssignmentBack(ctx, rows, { field, runId: run.id, onlyIf }),
				writes: rows.length > 0 ? writeAssignmentBackLog(ctx, rows, about) : [],
				event: undoneEvent(rows, run, field),
			};
		},
	},
});

const nameOfCourse = ({ code, title }: { code: string; title: string }): string => `${code} ${title}`;

export const courseChange = assignmentAction({
	field: "course",
	taskTypes: { change: "COURSE_CHANGE", undo: "COURSE_UNDO" },
	input: v.object(courseEntries),
	courseOf: ({ courseId }) => courseId,
	nameOf: async (ctx, courseId) => {
		const course = await findCourse(ctx, courseId);
		return course && nameOfCourse(course);
	},
	find: async (ctx, { courseId }) => {
		// why within: nobody hands an applicant to a place where they have no say.
		const course = isOfScope(ctx.scope, courseId) ? await findCourse(ctx, courseId) : undefined;
		return course && { id: course.id, name: nameOfCourse(course), course };
	},
	unknown: "course_not_offered",
});

export const posting = assignmentAction({
	field: "location",
	taskTypes: { change: "POSTING", undo: "POSTING_UNDO" },
	input: v.object(postingEntries),
	courseOf: () => undefined,
	nameOf: async (ctx, locationId) => (await findLocation(ctx, locationId))?.name,
	find: async (ctx, { locationId }) =>
		locationId === null ? { id: noneId, name: noLocation } : findLocation(ctx, locationId),
	unknown: "location_unknown",
});

/** A reviewer holds one of these, and so can open applicants. */
export const reviewerPrivileges = anyOf("candidate");

export const review = assignmentAction({
	field: "reviewer",
	taskTypes: { change: "REVIEWER_CHANGE", undo: "REVIEWER_UNDO" },
	input: v.object(reviewEntries),
	courseOf: () => undefined,
	find: async (ctx, { reviewerId }) => {
		if (reviewerId === null) return { id: noneId, name: nobody };
		const [[reviewer], reach] = await Promise.all([
			activeHoldersOf(ctx, reviewerPrivileges, reviewerId),
			scopeOfUser(ctx, reviewerId, reviewerPrivileges),
		]);
		return reviewer && { ...reviewer, reach };
	},
	unknown: "reviewer_unknown",
});

const eventOf = (assigned: readonly Assigned[], { field, id }: Assignment, runId: string): EventToCommit => {
	const [first] = assigned;
	const isOneApplication = assigned.every(({ applicationId }) => applicationId === first?.applicationId);
	const about = {
		applicationId: (isOneApplication && first?.applicationId) || null,
		applicantIds: assigned.map((applicant) => applicant.id),
	};
	const held = assigned.map(({ heldId }) => heldId);
	if (field === "course")
		return { type: "applicants.course_changed", payload: { ...about, fromCourseIds: held, courseId: id } };
	return field === "reviewer"
		? { type: "applicants.assigned", payload: { ...about, fromReviewerIds: held, reviewerId: id || null, runId } }
		: { type: "applicants.posted", payload: { ...about, fromLocationIds: held, locationId: id || null } };
};

const undoneEvent = (
	rows: readonly { id: string }[],
	{ id: runId, targetId }: UndoneRun,
	field: Assignment["field"],
): EventToCommit => {
	const about = { runId, applicantIds: rows.map(({ id }) => id) };
	if (field === "course") return { type: "applicants.course_change_undone", payload: { ...about, courseId: targetId } };
	return field === "reviewer"
		? { type: "applicants.assignment_undone", payload: { ...about, reviewerId: targetId || null } }
		: { type: "applicants.posting_undone", payload: { ...about, locationId: targetId || null } };
};
