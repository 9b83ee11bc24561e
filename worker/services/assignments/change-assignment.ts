import type { OrgContext } from "#worker/context";
import { commit } from "#worker/database/commit";
import { writeBatch, writeBatchOutcomes, writeBatchRows } from "#worker/runs/batch.writes";
import type { SelectedRow } from "#worker/runs/change-selection";
import type { Detail, Holder } from "#worker/services/assignments/assignment";
import { writeDetail, writeDetailLog, writeDetailModifications } from "#worker/services/assignments/assignments.writes";
import type { Progress } from "#worker/services/stage-changes/stage.writes";

/** Of a selection, what became of each; of a slice of a task, what it adds to the commit. */
export interface DetailSlice {
	rows: readonly Pick<SelectedRow, "id" | "outcome">[];
	slice?: { batchId: string; progress: Progress };
}

/**
 * Gives applicants a course or a posting in one batch, all or none: their rows, log, modification entries and the event
 * (§4 Posting, §2 Change Applicant Course).
 *
 * @returns false when one of them was changed meanwhile: then nothing was written.
 */
export const changeDetail = async (
	ctx: OrgContext,
	holders: readonly Holder[],
	detail: Detail,
	selection?: DetailSlice,
): Promise<boolean> => {
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: {
			write: writeDetail(ctx, holders, detail, selection?.slice?.progress.onlyIf),
			expectedChanges: holders.length,
		},
		writes: [
			...writeDetailModifications(ctx, holders, detail, eventId),
			writeDetailLog(ctx, holders, detail, eventId),
			...(selection ? outcomesOf(ctx, selection, detail, eventId) : []),
		],
		event: { id: eventId, ...eventOf(holders, detail) },
	});
	return event !== undefined;
};

const outcomesOf = (ctx: OrgContext, { rows, slice }: DetailSlice, { field, id, name }: Detail, eventId: string) => {
	const states = rows.map((row) => ({ applicantId: row.id, outcome: row.outcome }));
	if (slice) return [...slice.progress.writes, writeBatchOutcomes(ctx, slice.batchId, states)];
	const changed = rows.filter(({ outcome }) => outcome === "moved").length;
	const subject = changed === 1 ? "1 applicant" : `${changed.toLocaleString("en")} applicants`;
	const input = field === "course" ? { courseId: id } : { locationId: id };
	return [
		writeBatch(ctx, { id: eventId, kind: field, targetId: id, targetName: name, subject, input }),
		writeBatchRows(ctx, eventId, states),
	];
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
