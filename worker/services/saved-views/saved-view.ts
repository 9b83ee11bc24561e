import { holdsAny, type Permission } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { maxPinned, maxViews } from "#worker/services/saved-views/contract";

/** The owner of a view that the office shares. */
export const office = "";

interface ViewUser {
	id: string;
	privileges: readonly string[];
}

interface Kept {
	id: string;
	holder: string;
	isPinned: boolean;
}

/** A list whose views are saved; or sets of criteria, which are saved alike. */
export interface ViewList<Code extends ProblemCode = ProblemCode> {
	list: "applicants" | "transactions" | "criteria";
	/** What it takes to share a view, and to change a shared one (§6). */
	sharing: Permission;
	/** Says to others that they may not. */
	refusal: string;
	/** Says that a name is taken, and that there is no room, where the usual words do not fit. */
	texts?: { taken: string; full: string };
	/** Checks whether the owner of a view has room for it beside those that are kept. */
	roomFor(wanted: Kept, kept: readonly Kept[]): Result<true, Code>;
}

const othersOf = (wanted: Kept, kept: readonly Kept[]): Kept[] =>
	kept.filter(({ id, holder }) => id !== wanted.id && holder === wanted.holder);

export const applicantViews: ViewList<"too_many_views" | "too_many_pinned"> = {
	list: "applicants",
	sharing: "candidate:u",
	refusal: "Only users who can change applicants can share a view or change a shared one.",
	roomFor: (wanted, kept) => {
		const others = othersOf(wanted, kept);
		if (others.length >= maxViews) return fail("too_many_views");
		const pinned = others.filter(({ isPinned }) => isPinned);
		return wanted.isPinned && pinned.length >= maxPinned ? fail("too_many_pinned") : ok(true);
	},
};

export const transactionViews: ViewList<"too_many_views"> = {
	list: "transactions",
	sharing: "payments:u",
	refusal: "Only users who can change payments can share a view or change a shared one.",
	roomFor: (wanted, kept) => (othersOf(wanted, kept).length >= maxViews ? fail("too_many_views") : ok(true)),
};

export const criteriaSets: ViewList<"too_many_views"> = {
	list: "criteria",
	sharing: "candidate:u",
	refusal: "Only users who can change applicants can share criteria or change shared ones.",
	texts: {
		taken: "Criteria with this name already exist",
		full: "There are 30 sets of criteria already. Delete one that is no longer needed.",
	},
	roomFor: (wanted, kept) =>
		othersOf(wanted, kept).length >= maxViews
			? fail("too_many_views", { message: criteriaSets.texts?.full ?? "" })
			: ok(true),
};

/** Checks whether a user may change a view (§6): the office's with the privilege of its list, everybody their own. */
export const mayChangeView = (
	{ sharing }: Pick<ViewList, "sharing">,
	{ id, privileges }: ViewUser,
	holder: string,
): boolean => (holder === office ? holdsAny(privileges, [sharing]) : holder === id);

export const holderOf = ({ id }: ViewUser, isShared: boolean): string => (isShared ? office : id);
