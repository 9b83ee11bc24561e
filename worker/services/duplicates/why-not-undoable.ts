import type { OrgContext } from "#worker/context";
import { findTakenPlace, type Merge } from "#worker/services/duplicates/merges.queries";
import { mergedOf, nameOf } from "#worker/services/duplicates/names";
import { isNeeded, type Place, placeInWords } from "#worker/services/duplicates/places";

interface Met {
	/** Places that an undo would lead back to, and that are gone. */
	gone: readonly Place[];
	/** What the institution calls a course. */
	courseAlias: string;
}

/** Why a merge cannot be undone at this moment, in words; null when it can, or was. */
export const whyNotUndoable = async (
	ctx: OrgContext,
	merge: Merge,
	{ gone, courseAlias }: Met,
): Promise<string | null> => {
	if (merge.undoneAt !== null) return null;
	const { kept, mergedInto, later, holder } = await findTakenPlace(ctx, merge);
	if (!kept) {
		const into = mergedInto ? `into ${mergedInto.name} ` : "";
		return `${merge.before.name} has been merged ${into}since. Undo that merge first.`;
	}
	if (later)
		return `${later.name} has been merged into the same applicant since, over the same fields. Undo that merge first.`;
	const { name, number } = mergedOf(merge);
	const needed = gone.filter(isNeeded).map((place) => placeInWords(place, courseAlias));
	if (needed.length > 0) {
		const places = needed.join(" and ");
		return `${name} (${number}) cannot go back: ${places} no longer ${needed.length === 1 ? "exists" : "exist"}.`;
	}
	return holder ? `${nameOf(holder)} has the application number ${number} by now, which was ${name}'s.` : null;
};

/** What the one who went does not get back, in words; null when they do get back everything. */
export const whatIsLost = (merge: Merge, gone: readonly Place[]): string | null => {
	const location = gone.find(({ of, field }) => of === "merged" && field === "locationId");
	if (!location) return null;
	const { name, number } = mergedOf(merge);
	return `${name} (${number}) comes back posted nowhere: ${placeInWords(location, "")} no longer exists.`;
};
