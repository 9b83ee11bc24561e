import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { atStage, logApplicants } from "#worker/services/applicants/applicant-log.writes";
import { noteModificationsUndone } from "#worker/services/applicants/merged-applicant.writes";
import { writeMovesBack } from "#worker/services/duplicates/belongings.writes";
import { findMerge } from "#worker/services/duplicates/merges.queries";
import {
	writeArchiveRemoved,
	writeKeysBack,
	writeSourceBack,
	writeTargetBack,
	writeUndone,
} from "#worker/services/duplicates/undo.writes";

/**
 * Undoes a merge as a whole in one commit: both applicants are as they were before it. Refused with the reason when it is
 * too old, or when the target was changed since.
 */
export const undoMerge = async (ctx: OrgContext, id: string) => {
	const merge = await findMerge(ctx, id);
	if (!merge) return fail("not_found");
	if (merge.cannotUndo) return fail("merge_not_undoable", { message: merge.cannotUndo });
	const { applicationId, targetId, targetName, targetNumber, sourceId, sourceName, sourceNumber } = merge;
	const source = { id: sourceId, formId: merge.sourceFormId };
	const target = { id: targetId, formId: merge.targetFormId };
	const [eventId, type] = [ctx.newId(), "MERGE_UNDONE" as const];
	const ofSource = `The merge into ${targetName} (${targetNumber}) was undone.`;
	const ofTarget = `The merge of ${sourceName} (${sourceNumber}) into this record was undone.`;
	const event = await commit(ctx, {
		guarded: { write: writeUndone(ctx, id), expectedChanges: 1 },
		writes: [
			writeSourceBack(ctx, id),
			...writeMovesBack(ctx, { mergeId: id, source, target }),
			...writeTargetBack(ctx, merge),
			...writeKeysBack(ctx, merge),
			noteModificationsUndone(ctx, targetId, { undoneEventId: id, eventId }),
			logApplicants(ctx, atStage(ctx, sourceId), { type, reason: ofSource, eventId }),
			logApplicants(ctx, atStage(ctx, targetId), { type, reason: ofTarget, eventId }),
			writeArchiveRemoved(ctx, id),
		],
		event: {
			id: eventId,
			type: "applicants.merge_undone",
			payload: {
				...{ mergeId: id, applicationId, applicantIds: [targetId, sourceId], targetName, sourceName, sourceNumber },
			},
		},
	});
	if (event) return ok({ targetId, sourceId, sourceName });
	// why again: a change between the look-up and the commit is what refused it.
	const now = await findMerge(ctx, id);
	return fail("merge_not_undoable", now?.cannotUndo ? { message: now.cannotUndo } : {});
};
