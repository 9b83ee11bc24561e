import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { applicantKeysOf } from "#worker/contract/identity-keys";
import { fail, ok, type Result } from "#worker/contract/result";
import { searchText } from "#worker/contract/text/search-text";
import { commit } from "#worker/database/commit";
import { atStage, logApplicants, noteModifications } from "#worker/services/applicants/applicant-log.writes";
import { formOf } from "#worker/services/duplicates/compare";
import type { undoMerge as endpoint } from "#worker/services/duplicates/contract";
import { findMerge, type Merge, readMergedWords } from "#worker/services/duplicates/merges.queries";
import { writeMovesBack } from "#worker/services/duplicates/moves.writes";
import { mergedOf, nameOf, oneText } from "#worker/services/duplicates/names";
import { type Place, placesOf } from "#worker/services/duplicates/places";
import { findGonePlaces } from "#worker/services/duplicates/places.queries";
import { type AroundSides, type ReadSide, readSides } from "#worker/services/duplicates/sides.queries";
import { type TakeBack, takeBack } from "#worker/services/duplicates/take-back";
import { changesBack, namesIn } from "#worker/services/duplicates/taken-changes";
import { writeApart, writeKeptBack, writeMergedBack, writeUndone } from "#worker/services/duplicates/undo.writes";
import { whatIsLost, whyNotUndoable } from "#worker/services/duplicates/why-not-undoable";

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
		const places = placesOf(merge);
		const [sides, gone] = await Promise.all([readSides(ctx, merge.keptId, merge.keptId), findGonePlaces(ctx, places)]);
		if (merge.undoneAt !== null) return ok(answerOf(merge, merge.stayed ?? [], gone));
		const message = await whyNotUndoable(ctx, merge, {
			gone,
			courseAlias: sides?.organisation.courseAlias ?? "course",
		});
		if (message !== null) return fail("merge_not_undoable", { message });
		const stayed = sides && (await tryUndo(ctx, merge, { ...sides, places, gone }));
		if (stayed) return ok(answerOf(merge, stayed, gone));
	}
	return fail("merge_not_undoable");
};

const answerOf = (merge: Merge, kept: string[], gone: readonly Place[]): Undone => {
	const { keptId, mergedId } = merge;
	return { keptId, mergedId, mergedName: mergedOf(merge).name, kept, lost: whatIsLost(merge, gone) };
};

/** The one who is kept as they are now, and the places that both would be at again. */
interface Now {
	first: ReadSide;
	organisation: AroundSides;
	places: readonly Place[];
	/** Those of the places that are gone. */
	gone: readonly Place[];
}

/** @returns labels of the fields that stay; undefined when somebody was faster, and nothing was written. */
const tryUndo = async (
	ctx: OrgContext,
	merge: Merge,
	{ first: kept, organisation, places, gone }: Now,
): Promise<string[] | undefined> => {
	const { keptId, mergedId } = merge;
	const words = await readMergedWords(ctx, keptId, merge.id);
	const plan = takeBack(kept, merge, gone);
	const after = { ...kept, ...plan.record };
	const named = { ...after, email: after.accountEmail };
	const text = oneText([searchText(organisation.searchKey, named), ...words]);
	const keys = applicantKeysOf(named, formOf(kept).layout, plan.form?.data ?? formOf(kept).data);
	const stayed = plan.stayed.map(({ label }) => label);
	const there = places.filter((place) => !gone.includes(place));
	const lost = whatIsLost(merge, gone);
	const eventId = ctx.newId();
	const event = await commit(ctx, {
		guarded: { write: writeUndone(ctx, merge, kept, { stayed, places: there }), expectedChanges: 1 },
		writes: [
			writeMergedBack(ctx, merge.id, { isUnposted: lost !== null }),
			...writeMovesBack(ctx, { from: keptId, to: mergedId, mergeId: merge.id, letterUrl: merge.before.letterUrl }),
			...writeKeptBack(ctx, { merge, kept, plan, text }),
			...writeApart(ctx, merge, keys),
			...noteModifications(ctx, changesBack(plan.back), { entityId: keptId, eventId }),
			...logLines(ctx, merge, { name: nameOf(named), number: kept.applicationNumber }, { ...plan, lost }, eventId),
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
	{ stayed, lost }: TakeBack & { lost: string | null },
	eventId: string,
) => {
	const { name, number } = mergedOf(merge);
	const left = stayed.length === 0 ? "" : ` Changed since, and left: ${namesIn(stayed.map(({ label }) => label))}.`;
	const type = "MERGE_UNDONE";
	return [
		logApplicants(ctx, atStage(ctx, merge.keptId), {
			...{ type, reason: `Merge with ${name} (${number}) undone.${left}`, eventId },
		}),
		logApplicants(ctx, atStage(ctx, merge.mergedId), {
			type,
			reason: `Had been merged into ${kept.name} (${kept.number}); that was undone.${lost === null ? "" : ` ${lost}`}`,
			eventId,
		}),
	];
};
