import type { OrgContext } from "#worker/http/context";
import { findTakenPlace, type Merge } from "#worker/services/duplicates/merges.queries";
import { mergedOf, nameOf } from "#worker/services/duplicates/names";

/** Why a merge cannot be undone at this moment, in words; null when it can, or was. */
export const whyNotUndoable = async (ctx: OrgContext, merge: Merge): Promise<string | null> => {
	if (merge.undoneAt !== null) return null;
	const { kept, mergedInto, later, holder } = await findTakenPlace(ctx, merge);
	if (!kept) {
		const into = mergedInto ? `into ${mergedInto.name} ` : "";
		return `${merge.before.name} has been merged ${into}since. Undo that merge first.`;
	}
	if (later)
		return `${later.name} has been merged into the same applicant since, over the same fields. Undo that merge first.`;
	if (!holder) return null;
	const { name, number } = mergedOf(merge);
	return `${nameOf(holder)} has the application number ${number} by now, which was ${name}'s.`;
};
