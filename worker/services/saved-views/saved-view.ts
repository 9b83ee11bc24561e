import { holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { maxPinned, maxViews } from "#worker/services/saved-views/contract";

/** The owner of a view that the office shares. */
export const office = "";

interface ViewUser {
	id: string;
	privileges: readonly string[];
}

/** Checks whether a user may change a view (§6): those who change applicants the office's, everybody their own. */
export const mayChangeView = ({ id, privileges }: ViewUser, holder: string): boolean =>
	holder === office ? holdsAny(privileges, ["candidate:u"]) : holder === id;

export const holderOf = ({ id }: ViewUser, isShared: boolean): string => (isShared ? office : id);

interface Kept {
	id: string;
	holder: string;
	isPinned: boolean;
}

export const roomFor = (wanted: Kept, kept: readonly Kept[]) => {
	const others = kept.filter(({ id, holder }) => id !== wanted.id && holder === wanted.holder);
	if (others.length >= maxViews) return fail("too_many_views");
	if (wanted.isPinned && others.filter(({ isPinned }) => isPinned).length >= maxPinned) return fail("too_many_pinned");
	return ok(true);
};
