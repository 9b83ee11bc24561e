import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, type Result } from "#worker/contract/result";
import type { PostingChange } from "#worker/services/applicants/change.contract";
import { answerChange, findCurrent, findLocation, isStale } from "#worker/services/applicants/change.queries";
import type { Applicant } from "#worker/services/applicants/contract";
import { changeDetail } from "#worker/services/assignments/change-assignment";

/** Posts an applicant to a location, or to another one (§4 Posting). */
export const postToLocation = async (
	ctx: OrgContext,
	applicantId: string,
	{ locationId, version }: InferOutput<typeof PostingChange>,
): Promise<Result<Applicant>> => {
	const [current, location] = await Promise.all([findCurrent(ctx, applicantId), findLocation(ctx, locationId)]);
	if (!current) return fail("not_found");
	if (!location) return fail("location_unknown");
	const { row } = current;
	if (isStale(row, version)) return answerChange(ctx, applicantId, false, { location });
	if (row.location?.id === location.id) return fail("location_unchanged");
	const holder = { ...row, stepId: row.stageId, heldId: row.location?.id ?? null };
	const isDone = await changeDetail(ctx, [holder], { field: "location", ...location });
	return answerChange(ctx, applicantId, isDone, { location });
};
