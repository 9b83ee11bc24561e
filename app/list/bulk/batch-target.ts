import * as v from "valibot";
import { maxSelected, readListAddress } from "#app/list/list-address";
import { fromSearch } from "#worker/contract/applicant-filter";
import { Id } from "#worker/contract/ids";

/** Whom a batch dialog is about: those named in the address, or all that the list's filters let through. */
export interface Chosen {
	ids: string[];
	isAll: boolean;
}

const chooseSome = "Choose at least one applicant.";

export const readChosen = (params: URLSearchParams): Chosen => {
	const isAll = params.get("all") === "1";
	return { ids: isAll ? [] : [...readListAddress(params).selected], isAll };
};

/** The same as the services take it. @param expected how many the page said all are */
export const choiceOf = (params: URLSearchParams, { ids, isAll }: Chosen, expected?: number | undefined) =>
	isAll ? { matching: fromSearch(params), expected } : { candidateIds: ids };

/** What a list's filters let through, where all of that is chosen. */
export const matchingOf = (params: URLSearchParams, { isAll }: Pick<Chosen, "isAll">) =>
	isAll ? fromSearch(params) : undefined;

/** Fields of a batch form that say whom it is about. */
export const chosenFields = {
	/** All that match, instead of those named. */
	all: v.optional(v.string()),
	/** How many the page said change, and what was typed to confirm it. */
	count: v.optional(v.pipe(v.number(), v.safeInteger())),
	confirmed: v.optional(v.string()),
	/** How many the page said all are. */
	expected: v.optional(v.pipe(v.number(), v.safeInteger())),
	id: v.optional(v.pipe(v.array(Id), v.maxLength(maxSelected, `At most ${maxSelected} applicants at a time.`)), []),
};

/** Is somebody chosen? */
export const hasChosen = ({ all, id }: { all?: string | undefined; id: readonly string[] }): boolean =>
	all === "1" || id.length > 0;
export const nobodyChosen = chooseSome;

/** Rows of a preview on one page. */
export const previewRows = 20;

/** Which page of them the address asks for. */
export const rowsPage = (params: URLSearchParams): { page: number; size: number } | Record<string, never> => {
	const page = params.get("rows");
	return page !== null && /^\d{1,6}$/.test(page) ? { page: Number(page), size: previewRows } : {};
};
