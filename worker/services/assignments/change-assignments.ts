import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { pageOfAll } from "#worker/contract/page";
import { ok } from "#worker/contract/result";
import type { TypesOf } from "#worker/runs/bulk-action";
import { changeOne } from "#worker/runs/change-rows";
import { previewRun } from "#worker/runs/preview-run";
import { startRun } from "#worker/runs/start-run";
import type { CourseChange, PostingChange, ReviewerChange } from "#worker/services/applicants/change.contract";
import { coursesOf } from "#worker/services/applicants/selection.queries";
import { courseChange, posting, review, reviewerPrivileges } from "#worker/services/assignments/assignment.bulk";
import type {
	listReviewers as listing,
	previewAssignment as previewing,
	updateAssignments,
} from "#worker/services/assignments/contract";
import { activeHolders, activeHoldersOf } from "#worker/services/users/queries";

/** Gives one applicant another of the application's courses (§2 Change Applicant Course). */
export const changeCourse = (ctx: OrgContext, id: string, { version, ...input }: CourseChange) =>
	changeOne(ctx, courseChange, id, {
		version,
		input,
		unchanged: "course_unchanged",
		notAllowed: "course_not_offered",
		attempted: ({ course }) => ({ course }),
	});

/** Posts one applicant to a location, to another one, or to none (§4 Posting). */
export const postToLocation = (ctx: OrgContext, id: string, { version, ...input }: PostingChange) =>
	changeOne(ctx, posting, id, {
		version,
		input,
		unchanged: "location_unchanged",
		notAllowed: "location_unknown",
		attempted: ({ id, name }) => ({ location: id === "" ? null : { id, name } }),
	});

/** Assigns one applicant to a user, or to nobody. */
export const assignReviewer = (ctx: OrgContext, id: string, { version, ...input }: ReviewerChange) =>
	changeOne(ctx, review, id, {
		version,
		input,
		unchanged: "reviewer_unchanged",
		notAllowed: "reviewer_cannot_see",
		notAllowedText: ({ name }) =>
			`${name} cannot see this applicant: their roles are held at other places. Choose another reviewer.`,
		attempted: ({ id, name }) => ({ reviewer: id === "" ? null : { id, name, isActive: true } }),
	});

/** Lists the users that applicants can be assigned to: of some named ones, those who see at least one of them. */
export const listReviewers = async (
	ctx: OrgContext,
	{ candidateIds, ...query }: EndpointRequest<typeof listing>["query"],
) => {
	const courseIds = candidateIds && (await coursesOf(ctx, candidateIds));
	const reviewers = courseIds
		? await activeHolders(ctx, { privileges: reviewerPrivileges, courseIds })
		: await activeHoldersOf(ctx, reviewerPrivileges);
	return ok(pageOfAll(reviewers, query));
};

/** Gives a selection another course, assigns it to a user or posts it: in one commit, or as a task in slices (§2 Applicant modals). */
export const changeAssignments = async (
	ctx: OrgContext,
	{ candidateIds, matching, expected, asOf, ...input }: EndpointRequest<typeof updateAssignments>["body"],
) => {
	const rows = { candidateIds, matching, expected };
	const begun =
		"courseId" in input
			? await startRun(ctx, courseChange, { input, asOf, rows })
			: "reviewerId" in input
				? await startRun(ctx, review, { input, asOf, rows })
				: await startRun(ctx, posting, { input, asOf, rows });
	if (!begun.ok) return begun;
	const { target, ...started } = begun.value;
	return ok({ name: target.name, ...started });
};

/** Counts what giving a selection a course, assigning or posting it would do; changes nothing. */
export const previewAssignment = async (
	ctx: OrgContext,
	{ candidateIds, matching, expected, page, size, ...input }: EndpointRequest<typeof previewing>["body"],
) => {
	const asked = { rows: { candidateIds, matching, expected }, page, size };
	const previewed =
		"courseId" in input
			? await previewRun<TypesOf<typeof courseChange>>(ctx, courseChange, { ...asked, input })
			: "reviewerId" in input
				? await previewRun<TypesOf<typeof review>>(ctx, review, { ...asked, input })
				: await previewRun<TypesOf<typeof posting>>(ctx, posting, { ...asked, input });
	return previewed.ok ? ok(previewed.value.preview) : previewed;
};
