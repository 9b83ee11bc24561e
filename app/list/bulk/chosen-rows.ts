import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { maxSelected, readListAddress } from "#app/list/list-address";
import { fromSearch, matchingOf } from "#worker/contract/applicant-filter";
import { Id } from "#worker/contract/ids";

/** The rows of a bulk dialog: those named in the address, or all that match the list's filters. */
export interface Chosen {
	ids: string[];
	isAll: boolean;
}

export const readChosen = (params: URLSearchParams): Chosen => {
	const isAll = params.get("all") === "1";
	return { ids: isAll ? [] : [...readListAddress(params).selected], isAll };
};

/** Returns the rows in the shape of the services. @param expected how many the page showed for "all" */
export const choiceOf = (params: URLSearchParams, { ids, isAll }: Chosen, expected?: number | undefined) =>
	isAll ? { matching: matchingOf(fromSearch(params)), expected } : { candidateIds: ids };

const reload = "Reload the page and try again.";

export const chosenFields = {
	/** '1' for all that match, instead of the named rows. */
	all: v.optional(v.string()),
	/** The number of changes that the page showed, and the number typed to confirm it. */
	count: v.optional(v.pipe(v.number(), v.safeInteger())),
	confirmed: v.optional(v.string()),
	/** The number of rows that the page showed for "all". */
	expected: v.optional(v.pipe(v.number(), v.safeInteger())),
	/** When the consequences were counted, in UTC milliseconds. */
	asOf: v.optional(v.pipe(v.number(reload), v.safeInteger(reload))),
	idempotencyKey,
	id: v.optional(v.pipe(v.array(Id), v.maxLength(maxSelected, `At most ${maxSelected} applicants at a time.`)), []),
};

export const hasChosen = ({ all, id }: { all?: string | undefined; id: readonly string[] }): boolean =>
	all === "1" || id.length > 0;
export const nobodyChosen = "Choose at least one applicant.";

/** Rows on one page of a preview. */
export const previewRows = 20;

export const rowsPage = (params: URLSearchParams): { page: number; size: number } | Record<string, never> => {
	const page = params.get("rows");
	return page !== null && /^\d{1,6}$/.test(page) ? { page: Number(page), size: previewRows } : {};
};
