import { holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { maxPinned, maxViews } from "#worker/services/saved-views/contract";

/** Who holds a view that the office shares: nobody alone. */
export const office = "";

interface ViewUser {
	id: string;
	privileges: readonly string[];
}

/** §6: whoever may change applicants keeps the office's views; one's own are one's own. */
export const mayChangeView = ({ id, privileges }: ViewUser, holder: string): boolean =>
	holder === office ? holdsAny(privileges, ["candidate:u"]) : holder === id;

/** Who will hold it. */
export const holderOf = ({ id }: ViewUser, isShared: boolean): string => (isShared ? office : id);

interface Kept {
	id: string;
	holder: string;
	isPinned: boolean;
}

/** Is there room for the view beside the others of its holder? */
export const roomFor = (wanted: Kept, kept: readonly Kept[]) => {
	const others = kept.filter(({ id, holder }) => id !== wanted.id && holder === wanted.holder);
	if (others.length >= maxViews) return fail("too_many_views");
	if (wanted.isPinned && others.filter(({ isPinned }) => isPinned).length >= maxPinned) return fail("too_many_pinned");
	return ok(true);
};
