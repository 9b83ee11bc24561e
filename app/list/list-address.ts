import { type ApplicantFilter, fromSearch, toSearch } from "#worker/contract/applicant-filter";
import { defaultPageSize } from "#worker/contract/page";

/** What the address of the list says (every view is a URL): the filter, and which page of it. */
export interface ListAddress extends ApplicantFilter {
	page: number;
	size: number;
	/** Cursors of the page links; the page number alone finds the same rows. */
	after?: string;
	before?: string;
	/** Chosen applicants that came with the address: without JavaScript the selection travels in it. */
	selected: readonly string[];
}

/**
 * Applicants one selection may hold. why: it travels as `id=` parameters, and 350 ids of 36 letters make 14 KB of
 * address; proxies and browsers stop at 16 KB. The services take more at once.
 */
export const maxSelected = 350;

const wholeNumber = /^\d{1,9}$/;
const whole = (text: string | null, fallback: number): number =>
	text && wholeNumber.test(text) ? Number(text) : fallback;

/** Are the page and the size numbers, where the address names them? How large they may be the services decide. */
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

/** The query text of an address; defaults are left out, so that the common addresses are short. */
export const listSearch = (address: Partial<ListAddress>): string => {
	const params = toSearch(address);
	if (address.page) params.set("page", String(address.page));
	if (address.size && address.size !== defaultPageSize) params.set("size", String(address.size));
	if (address.after) params.set("after", address.after);
	if (address.before) params.set("before", address.before);
	const text = params.toString();
	return text === "" ? "" : `?${text}`;
};

/** The sheet's query text: the list's, and whether the sheet is as large as the page. */
export const sheetSearch = (list: string, maximised: boolean): string =>
	maximised ? `${list}${list ? "&" : "?"}view=full` : list;

/** The sheet's query text out of any address over it. why: a dialog's own parameters stay behind. */
export const readSheetSearch = (params: URLSearchParams): string =>
	sheetSearch(listSearch(readListAddress(params)), isMaximised(params));

export const isMaximised = (params: URLSearchParams): boolean => params.get("view") === "full";

/** The query text with the chosen applicants in it: how a selection travels where no script remembers it. */
export const withSelected = (search: string, ids: Iterable<string>): string => {
	const params = new URLSearchParams(search);
	for (const id of ids) params.append("id", id);
	const text = params.toString();
	return text === "" ? "" : `?${text}`;
};

/** Address of a dialog over the list for the chosen applicants. @param path "stage", "course", "posting" … */
export const batchUrl = (base: string, path: string, address: ListAddress, ids: Iterable<string>): string =>
	`${base}/${path}${withSelected(listSearch(address), ids)}`;

/** Address of the dialog that moves the chosen applicants. */
export const batchStageUrl = (base: string, address: ListAddress, ids: Iterable<string>, stageId?: string): string => {
	const params = new URLSearchParams(withSelected(listSearch(address), ids));
	if (stageId) params.set("to", stageId);
	return `${base}/stage?${params}`;
};

/** The first page under other filters. */
export const refilter = (address: ListAddress, change: Partial<ListAddress>): string =>
	listSearch({ ...address, page: 0, after: undefined, before: undefined, ...change });
