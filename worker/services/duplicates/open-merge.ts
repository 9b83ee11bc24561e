import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import type { getMerge as endpoint } from "#worker/services/duplicates/contract";
import { findMerge } from "#worker/services/duplicates/merges.queries";
import { mergedOf, nameOf } from "#worker/services/duplicates/names";
import { placesOf } from "#worker/services/duplicates/places";
import { findGonePlaces } from "#worker/services/duplicates/places.queries";
import { readSides } from "#worker/services/duplicates/sides.queries";
import { takeBack } from "#worker/services/duplicates/take-back";
import { whatIsLost, whyNotUndoable } from "#worker/services/duplicates/why-not-undoable";

/** One merge: what it took and moved, and what an undo would do at this moment. */
export const openMerge = async (ctx: OrgContext, id: string): Promise<Result<EndpointResponse<typeof endpoint>>> => {
	const merge = await findMerge(ctx, id);
	if (!merge) return fail("not_found");
	const { keptId, mergedId, comment, createdByName, createdAt, before, moved, taken, undoneAt } = merge;
	const [sides, gone] = await Promise.all([readSides(ctx, keptId, keptId), findGonePlaces(ctx, placesOf(merge))]);
	const courseAlias = sides?.organisation.courseAlias ?? "course";
	const cannotUndo = await whyNotUndoable(ctx, merge, { gone, courseAlias });
	const kept = sides?.first;
	const { name: mergedName, number: mergedNumber } = mergedOf(merge);
	return ok({
		...{ id, keptId, mergedId, mergedName, mergedNumber, comment, by: createdByName, createdAt },
		...{ keptName: kept ? nameOf(kept) : before.name, keptNumber: kept?.applicationNumber ?? before.number },
		taken: taken.map((field) => ({ id: field.id, label: field.label, before: field.before, after: field.after })),
		moved: {
			transactions: moved.transactions.length,
			referees: moved.referees.length,
			letters: moved.letters.length,
			emails: moved.emails.length + (moved.shownEmails?.length ?? 0),
			attachments: moved.attachments.length,
			logEntries: moved.logEntries.length,
		},
		undone: undoneAt === null ? null : { by: merge.undoneByName ?? "", at: undoneAt, kept: merge.stayed ?? [] },
		changedSince: kept && undoneAt === null ? takeBack(kept, merge, gone).stayed.map(({ label }) => label) : [],
		lost: undoneAt === null ? whatIsLost(merge, gone) : null,
		cannotUndo,
	});
};
