import { commit } from "#worker/database/commit";
import type { OrgContext } from "#worker/http/context";
import type { Detail, Holder } from "#worker/services/applicants/detail";
import { writeDetail, writeDetailLog, writeDetailModifications } from "#worker/services/applicants/details.writes";

/**
 * Gives applicants a course or a posting in one batch, all or none: their rows, log, modification entries and the event
 * (§4 Posting, §2 Change Applicant Course).
 *
 * @returns false when one of them was changed meanwhile: then nothing was written.
 */
export const changeDetail = async (ctx: OrgContext, holders: readonly Holder[], detail: Detail): Promise<boolean> => {
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: { write: writeDetail(ctx, holders, detail), expectedChanges: holders.length },
		writes: [writeDetailModifications(ctx, holders, detail, eventId), writeDetailLog(ctx, holders, detail, eventId)],
		event: { id: eventId, ...eventOf(holders, detail) },
	});
	return event !== undefined;
};

const eventOf = (holders: readonly Holder[], { field, id }: Detail) => {
	const [first] = holders;
	const isOneApplication = holders.every(({ applicationId }) => applicationId === first?.applicationId);
	const about = {
		applicationId: (isOneApplication && first?.applicationId) || null,
		applicantIds: holders.map((holder) => holder.id),
	};
	const held = holders.map(({ heldId }) => heldId);
	return field === "course"
		? { type: "applicants.course_changed" as const, payload: { ...about, fromCourseIds: held, courseId: id } }
		: { type: "applicants.posted" as const, payload: { ...about, fromLocationIds: held, locationId: id } };
};
