import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import type { OrgContext } from "#worker/http/context";
import type { Decision } from "#worker/services/applicants/applicant";
import type {
	DetailChange,
	DetailOfMany,
	previewDetails as preview,
	updateDetails,
} from "#worker/services/applicants/batch.contract";
import { findCourse, findLocation } from "#worker/services/applicants/change.queries";
import { changeDetail } from "#worker/services/applicants/change-detail";
import { changeSelection } from "#worker/services/applicants/change-selection";
import { type Detail, nameOfCourse } from "#worker/services/applicants/detail";
import { type Chosen, findOfferingApplications, readChosen } from "#worker/services/applicants/selection.queries";

/**
 * Gives a selection another course, or posts it, in one commit (§2 Applicant modals). To whom a colleague has given
 * another since the consequences were counted is left out and named.
 */
export const changeDetails = async (
	ctx: OrgContext,
	{ asOf, ...body }: DetailChange,
): Promise<Result<EndpointResponse<typeof updateDetails>>> => {
	const planned = await plan(ctx, body);
	if (!planned.ok) return planned;
	const { ids, detail, decide } = planned.value;
	const { rows } = await changeSelection(ctx, ids, {
		decide,
		asked: asOf === undefined ? undefined : { field: detail.field, since: asOf },
		isLate: ({ isDetailLate }) => isDetailLate === 1,
		write: (takers) =>
			changeDetail(
				ctx,
				takers.map((taker) => ({ ...taker, heldId: heldBy(taker, detail) })),
				detail,
			),
	});
	const changed = rows.filter(({ outcome }) => outcome === "moved").length;
	return ok({ name: detail.name, changed, outcomes: rows });
};

/** The same in numbers, before anything is done. */
export const previewDetails = async (
	ctx: OrgContext,
	body: DetailOfMany,
): Promise<Result<EndpointResponse<typeof preview>>> => {
	// why before it is read: what changes meanwhile counts as changed since.
	const asOf = ctx.now();
	const planned = await plan(ctx, body);
	if (!planned.ok) return planned;
	const { ids, detail, decide } = planned.value;
	const chosen = await readChosen(ctx, ids);
	const decisions = ids.map((id) => decide(chosen.get(id)));
	const count = (wanted: Decision) => decisions.filter((decision) => decision === wanted).length;
	return ok({
		name: detail.name,
		changes: count("moves"),
		alreadyThere: count("already_there"),
		notAllowed: count("not_allowed"),
		notFound: count("not_found"),
		asOf,
	});
};

interface Plan {
	ids: string[];
	detail: Detail;
	decide: (applicant: Chosen | undefined) => Decision;
}

/** What is to be given, and to whom it may be. */
const plan = async (ctx: OrgContext, body: DetailOfMany): Promise<Result<Plan>> => {
	const ids = [...new Set(body.candidateIds)];
	if ("locationId" in body) {
		const location = await findLocation(ctx, body.locationId);
		if (!location) return fail("location_unknown");
		const detail: Detail = { field: "location", ...location };
		return ok({ ids, detail, decide: (applicant) => decideDetail(applicant, detail) });
	}
	const [course, offering] = await Promise.all([
		findCourse(ctx, body.courseId),
		findOfferingApplications(ctx, ids, body.courseId),
	]);
	if (!course) return fail("course_not_offered");
	const detail: Detail = { field: "course", id: course.id, name: nameOfCourse(course) };
	return ok({ ids, detail, decide: (applicant) => decideDetail(applicant, detail, offering) });
};

const heldBy = (applicant: Chosen, { field }: Detail): string | null =>
	field === "course" ? applicant.courseId : applicant.locationId;

/** @param offering the applications that offer it; left out: every applicant may have it. */
const decideDetail = (applicant: Chosen | undefined, detail: Detail, offering?: ReadonlySet<string>): Decision => {
	if (!applicant) return "not_found";
	if (heldBy(applicant, detail) === detail.id) return "already_there";
	return offering?.has(applicant.applicationId) === false ? "not_allowed" : "moves";
};
