import type { InferOutput } from "valibot";
import { fail, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import type { OrgContext } from "#worker/http/context";
import { answerChange } from "#worker/services/applicants/answer-change";
import { isStale } from "#worker/services/applicants/applicant";
import { findCurrent, findLocation } from "#worker/services/applicants/change.queries";
import type { Applicant, PostingChange } from "#worker/services/applicants/contract";
import { writeDetail, writeModification } from "#worker/services/applicants/details.writes";

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
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: { write: writeDetail(ctx, row, { locationId: location.id }), expectedChanges: 1 },
		writes: writeModification(ctx, row, {
			eventId,
			field: "location",
			oldValue: row.location?.name ?? null,
			newValue: location.name,
		}),
		event: {
			id: eventId,
			type: "applicants.posted",
			payload: {
				applicationId: row.applicationId,
				applicantIds: [applicantId],
				fromLocationId: row.location?.id ?? null,
				locationId: location.id,
			},
		},
	});
	return answerChange(ctx, applicantId, event !== undefined, { location });
};
