import { type ApplicantFilter, fromSearch, toSearch } from "#worker/contract/applicant-filter";
import type { SavedView } from "#worker/services/saved-views/contract";

/** A saved view as the frame has it: its address instead of its filter. */
export interface ShownView extends Pick<SavedView, "id" | "name" | "isShared" | "isPinned"> {
	applicationId: string;
	search: string;
}

export interface ViewCount {
	applicants: number;
	/** Whether the count goes no further than 1,001. */
	isCapped: boolean;
}
/** By view. */
export type ViewCounts = Readonly<Partial<Record<string, ViewCount>>>;

/** The address of a view: the list's own. */
export const viewSearch = (filters: ApplicantFilter): string => `?${toSearch(filters)}`;

/** What of an address is a view's, to tell whether that view is open. */
export const viewOf = (search: string): string => viewSearch(fromSearch(new URLSearchParams(search)));

export const toShownView = ({ id, name, isShared, isPinned, filters }: SavedView): ShownView => ({
	id,
	name,
	isShared,
	isPinned,
	applicationId: filters.applicationId,
	search: viewSearch(filters),
});
