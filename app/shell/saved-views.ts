import type { SavedView, ViewFilters } from "#worker/services/saved-views/contract";

/** A view of applicants as the frame has it: its address instead of what it is made of. */
export interface ShownView extends Pick<SavedView, "id" | "name" | "isShared" | "isPinned"> {
	applicationId: string;
	/** The list's query text. */
	search: string;
}

/** How many applicants a pinned view holds. */
export interface ViewCount {
	applicants: number;
	/** The count goes no further: more than 99 are '99+'. */
	isCapped: boolean;
}
/** By view. */
export type ViewCounts = Readonly<Partial<Record<string, ViewCount>>>;

/** Parameters that say what the list holds and in which order, as the list writes them. */
const viewParameters = ["application", "stage", "items", "courses", "q", "needs", "sort"] as const;

/** The address of a view: the list's own. */
export const viewSearch = (filters: ViewFilters): string =>
	joined({
		application: filters.applicationId,
		stage: filters.stage,
		items: filters.administrationLevelItemIds?.join(","),
		courses: filters.courseIds?.join(","),
		q: filters.keyword,
		needs: filters.needs,
		sort: filters.sort,
	});

/** What of an address is a view's, to tell whether that view is open. */
export const viewOf = (search: string): string => {
	const params = new URLSearchParams(search);
	return joined(Object.fromEntries(viewParameters.map((name) => [name, params.get(name) ?? undefined])));
};

const joined = (values: Partial<Record<(typeof viewParameters)[number], string>>): string => {
	const params = new URLSearchParams();
	for (const name of viewParameters) if (values[name]) params.set(name, values[name]);
	return `?${params}`;
};

export const toShownView = ({ id, name, isShared, isPinned, filters }: SavedView): ShownView => ({
	...{ id, name, isShared, isPinned },
	applicationId: filters.applicationId,
	search: viewSearch(filters),
});
