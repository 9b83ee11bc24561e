import type { EndpointResponse } from "#worker/contract/endpoint";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { fail, ok, type Result } from "#worker/contract/result";
import { searchText } from "#worker/contract/search-text";
import { commit } from "#worker/database/commit";
import type { OrgContext } from "#worker/http/context";
import { formOf } from "#worker/services/duplicates/compare";
import type { undoMerge as endpoint } from "#worker/services/duplicates/contract";
import { writeFieldChanges, writeLogLine } from "#worker/services/duplicates/entries.writes";
import { findMerge, type Merge, readMergedWords } from "#worker/services/duplicates/merges.queries";
import { writeMovesBack } from "#worker/services/duplicates/moves.writes";
import { mergedOf, nameOf, oneText } from "#worker/services/duplicates/names";
import { readSides } from "#worker/services/duplicates/sides.queries";
import { type TakeBack, takeBack } from "#worker/services/duplicates/take-back";
import { changesBack, namesIn } from "#worker/services/duplicates/taken-changes";
import { writeApart, writeKeptBack, writeMergedBack, writeUndone } from "#worker/services/duplicates/undo.writes";
import { whyNotUndoable } from "#worker/services/duplicates/why-not-undoable";

type Undone = EndpointResponse<typeof endpoint>;

/** How often it is tried again because the one who is kept was changed meanwhile. */
const maxAttempts = 5;

/**
 * Makes two applicants of one again in one commit: the one who went is as they were, with all that came from them and is
 * still there; fields that were changed since stay and are named. Asked again, it answers the same and does nothing.
 */
export const undoMerge = async (ctx: OrgContext, id: string): Promise<Result<Undone>> => {
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		const merge = await findMerge(ctx, id);
		if (!merge) return fail("not_found");
		if (merge.undoneAt !== null) return ok(answerOf(merge, merge.stayed ?? []));
		const message = await whyNotUndoable(ctx, merge);
		if (message !== null) return fail("merge_not_undoable", { message });
		const stayed = await tryUndo(ctx, merge);
		if (stayed) return ok(answerOf(merge, stayed));
	}
	return fail("merge_not_undoable");
};

const answerOf = (merge: Merge, kept: string[]): Undone => {
	const { keptId, mergedId } = merge;
	return { keptId, mergedId, mergedName: mergedOf(merge).name, kept };
};

/** @returns labels of the fields that stay; undefined when somebody was faster, and nothing was written. */
const tryUndo = async (ctx: OrgContext, merge: Merge): Promise<string[] | undefined> => {
	const { keptId, mergedId } = merge;
	const [sides, words] = await Promise.all([readSides(ctx, keptId, keptId), readMergedWords(ctx, keptId, merge.id)]);
	if (!sides) return undefined;
	const { first: kept, organisation } = sides;
	const plan = takeBack(kept, merge);
	const after = { ...kept, ...plan.record };
	const named = { ...after, email: after.accountEmail };
	const text = oneText([searchText(organisation.searchKey, named), ...words]);
	const keys = applicantKeysOf(named, formOf(kept).layout, plan.form?.data ?? formOf(kept).data);
	const stayed = plan.stayed.map(({ label }) => label);
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: { write: writeUndone(ctx, merge, kept, stayed), expectedChanges: 1 },
		writes: [
			writeMergedBack(ctx, merge.id),
			...writeMovesBack(ctx, { from: keptId, to: mergedId, mergeId: merge.id, letterUrl: merge.before.letterUrl }),
			...writeKeptBack(ctx, { merge, kept, plan, text }),
			...writeApart(ctx, merge, keys),
			...writeFieldChanges(ctx, keptId, { changes: changesBack(plan.back), eventId }),
			...logLines(ctx, merge, { name: nameOf(named), number: kept.applicationNumber }, plan, eventId),
		],
		event: {
			id: eventId,
			type: "applicants.merge_undone",
			payload: {
				...{ mergeId: merge.id, applicationId: merge.applicationId, applicantIds: [keptId, mergedId] },
				...{ keptName: nameOf(named), mergedName: mergedOf(merge).name, mergedNumber: mergedOf(merge).number },
				stayedIds: plan.stayed.map(({ id }) => id),
			},
		},
	});
	return event && stayed;
};

const logLines = (
	ctx: OrgContext,
	merge: Merge,
	kept: { name: string; number: string },
	{ stayed }: TakeBack,
	eventId: string,
) => {
	const { name, number } = mergedOf(merge);
	const left = stayed.length === 0 ? "" : ` Changed since, and left: ${namesIn(stayed.map(({ label }) => label))}.`;
	const type = "MERGE_UNDONE";
	return [
		writeLogLine(ctx, merge.keptId, { type, reason: `Merge with ${name} (${number}) undone.${left}`, eventId }),
		writeLogLine(ctx, merge.mergedId, {
			type,
			reason: `Had been merged into ${kept.name} (${kept.number}); that was undone.`,
			eventId,
		}),
	];
};
