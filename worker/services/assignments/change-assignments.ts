import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { changeSelection, type SelectedRow } from "#worker/runs/change-selection";
import { choose, idsAtOnce } from "#worker/runs/choose-rows";
import type { Decision } from "#worker/runs/outcome";
import { startBatch } from "#worker/runs/start-batch";
import { findCourse, findLocation } from "#worker/services/applicants/change.queries";
import { type Chosen, findOfferingApplications } from "#worker/services/applicants/selection.queries";
import { type Detail, nameOfCourse } from "#worker/services/assignments/assignment";
import { changeDetail, type DetailSlice } from "#worker/services/assignments/change-assignment";
import type { DetailChange, updateDetails } from "#worker/services/assignments/contract";

/** The tasks that change the course, or the posting, of a large selection; their job is in `change-details.job.ts`. */
export const detailTasks = { course: "COURSE_CHANGE", location: "POSTING" } as const;

/**
 * Gives a selection another course, or posts it, in one commit, or as a task in whole slices (§2 Applicant modals). To
 * whom a colleague has given another since the consequences were counted is left out and named.
 */
export const changeDetails = async (
	ctx: OrgContext,
	{ asOf, candidateIds, matching, expected, ...target }: DetailChange,
): Promise<Result<EndpointResponse<typeof updateDetails>>> => {
	const [detail, choice] = await Promise.all([
		findDetail(ctx, target),
		choose(ctx, { candidateIds, matching, expected }),
	]);
	if (!detail.ok) return detail;
	if (!choice.ok) return choice;
	const { field, id, name } = detail.value;
	const ids = await idsAtOnce(ctx, choice.value);
	if (!ids) {
		const started = await startBatch(ctx, choice.value, {
			...{ kind: field, targetId: id, targetName: name, type: detailTasks[field] },
			...{ input: { ...target, asOf }, expected },
		});
		return started.ok ? ok({ name, changed: 0, taskId: started.value, outcomes: [] }) : started;
	}
	const { rows } = await changeDetailOf(ctx, ids, { detail: detail.value, asOf });
	const changed = rows.filter(({ outcome }) => outcome === "moved").length;
	return ok({ name, changed, taskId: null, outcomes: rows });
};

interface Wanted {
	detail: Detail;
	asOf: number | undefined;
	sliceFor?: (rows: readonly SelectedRow[]) => DetailSlice;
}

/** Gives these the detail in one commit, and tells what became of each. */
export const changeDetailOf = async (ctx: OrgContext, ids: readonly string[], { detail, asOf, sliceFor }: Wanted) => {
	const offering = await findOffering(ctx, ids, detail);
	return changeSelection(ctx, ids, {
		decide: (applicant) => decideDetail(applicant, detail, offering),
		asked: asOf === undefined ? undefined : { field: detail.field, since: asOf },
		isLate: ({ isDetailLate }) => isDetailLate === 1,
		write: (takers, rows) =>
			changeDetail(
				ctx,
				takers.map((taker) => ({ ...taker, heldId: heldBy(taker, detail) })),
				detail,
				sliceFor ? sliceFor(rows) : { rows },
			),
	});
};

/** What is to be given, looked up. */
export const findDetail = async (
	ctx: OrgContext,
	target: { courseId: string } | { locationId: string },
): Promise<Result<Detail>> => {
	if ("locationId" in target) {
		const location = await findLocation(ctx, target.locationId);
		return location ? ok({ field: "location", ...location }) : fail("location_unknown");
	}
	const course = await findCourse(ctx, target.courseId);
	return course ? ok({ field: "course", id: course.id, name: nameOfCourse(course) }) : fail("course_not_offered");
};

/** Of the applications of these, those that offer the course; undefined where every applicant may have it. */
export const findOffering = (ctx: OrgContext, ids: readonly string[], { field, id }: Detail) =>
	field === "course" ? findOfferingApplications(ctx, ids, id) : undefined;

const heldBy = (applicant: Chosen, { field }: Detail): string | null =>
	field === "course" ? applicant.courseId : applicant.locationId;

/** @param offering the applications that offer it; left out: every applicant may have it. */
export const decideDetail = (
	applicant: Chosen | undefined,
	detail: Detail,
	offering?: ReadonlySet<string>,
): Decision => {
	if (!applicant) return "not_found";
	if (heldBy(applicant, detail) === detail.id) return "already_there";
	return offering?.has(applicant.applicationId) === false ? "not_allowed" : "moves";
};
