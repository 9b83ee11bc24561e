import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { annotateApplicants } from "#worker/services/applicants/applicant.writes";
import { atStage, logApplicants } from "#worker/services/applicants/applicant-log.writes";
import { findCurrent } from "#worker/services/applicants/change.queries";

/** Adds a note to an applicant's log. The record gets no new version: an edit in progress stays valid. */
export const addNote = async (ctx: OrgContext, id: string, { note }: { note: string }) => {
	const current = await findCurrent(ctx, id);
	if (!current) return fail("not_found");
	const eventId = ctx.newId();
	const added = await commit(ctx, {
		guarded: { write: annotateApplicants(ctx, [{ id }]), expectedChanges: 1 },
		writes: [logApplicants(ctx, atStage(ctx, id), { type: "NOTE", reason: note, eventId })],
		event: {
			id: eventId,
			type: "applicants.noted",
			payload: { applicationId: current.row.applicationId, applicantIds: [id] },
		},
	});
	return added ? ok({ id: eventId }) : fail("not_found");
};
