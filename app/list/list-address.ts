import { type ApplicantFilter, fromSearch, searchPair, toSearch } from "#worker/contract/applicant-filter";
import { defaultPageSize } from "#worker/contract/page";

export interface ListAddress extends ApplicantFilter {
	page: number;
	size: number;
	/** Cursors of the page links; the page number alone finds the same rows. */
	after?: string;
	before?: string;
	/** Selected applicants in the address: without JavaScript the selection travels there. */
	selected: readonly string[];
}

/** The largest selection. why: it travels as `id=` parameters, of which 350 take 14 KB; proxies stop at 16 KB. */
export const maxSelected = 350;

const wholeNumber = /^\d{1,9}$/;
const whole = (text: string | null, fallback: number): number =>
	text && wholeNumber.test(text) ? Number(text) : fallback;

/** Checks that the page and the size are whole numbers; the services check their range. */
export const hasWholeNumbers = (params: URLSearchParams): boolean =>
	["page", "size"].every((name) => wholeNumber.test(params.get(name) || "0"));

export const readListAddress = (params: URLSearchParams): ListAddress => ({
	...fromSearch(params),
	page: whole(params.get("page"), 0),
	size: whole(params.get("size"), defaultPageSize),
	after: params.get("after") || undefined,
	before: params.get("before") || undefined,
	selected: [...new Set(params.getAll("id"))],
});

/** Returns the query text of an address, without default values. */
export const listSearch = (address: Partial<ListAddress>): string => {
	let text = toSearch(address);
	const add = (name: string, value: string | number | undefined) => {
		if (value) text += `${text && "&"}${searchPair(name, String(value))}`;
	};
	add("page", address.page);
	add("size", address.size === defaultPageSize ? undefined : address.size);
	add("after", address.after);
	add("before", address.before);
	return text && `?${text}`;
};

/** Returns the query text of the sheet: the list's, and whether the sheet is maximised. */
export const sheetSearch = (list: string, maximised: boolean): string =>
	maximised ? `${list}${list ? "&" : "?"}view=full` : list;

/** Returns the sheet's query text from an address above it, without a dialog's own parameters. */
export const readSheetSearch = (params: URLSearchParams): string =>
	sheetSearch(listSearch(readListAddress(params)), isMaximised(params));

export const isMaximised = (params: URLSearchParams): boolean => params.get("view") === "full";

/** Adds the selected applicants to a query text, for pages without scripts. */
export const withSelected = (search: string, ids: Iterable<string>): string => {
	const selected = [...ids];
	if (selected.length === 0) return search;
	const params = new URLSearchParams(search);
	for (const id of selected) params.append("id", id);
	return `?${params}`;
};

/** Returns the address of a dialog for the selected applicants. @param path "stage", "course", "posting" … */
export const batchUrl = (base: string, path: string, address: ListAddress, ids: Iterable<string>): string =>
	`${base}/${path}${withSelected(listSearch(address), ids)}`;

export const batchStageUrl = (base: string, address: ListAddress, ids: Iterable<string>, stageId?: string): string => {
	const params = new URLSearchParams(withSelected(listSearch(address), ids));
	if (stageId) params.set("to", stageId);
	return `${base}/stage?${params}`;
};

export const refilter = (address: ListAddress, change: Partial<ListAddress>): string =>
	listSearch({ ...address, page: 0, after: undefined, before: undefined, ...change });
