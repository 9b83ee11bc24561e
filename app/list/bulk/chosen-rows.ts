import * as v from "valibot";
import { maxSelected, readListAddress } from "#app/list/list-address";
import { fromSearch, matchingOf } from "#worker/contract/applicant-filter";
import { Id } from "#worker/contract/ids";

/** The rows of a bulk dialog: those named in the address, or all that the list's filters let through. */
export interface Chosen {
	ids: string[];
	isAll: boolean;
}

const chooseSome = "Choose at least one applicant.";

export const readChosen = (params: URLSearchParams): Chosen => {
	const isAll = params.get("all") === "1";
	return { ids: isAll ? [] : [...readListAddress(params).selected], isAll };
};

/** The same for the services. @param expected how many the page said all are */
export const choiceOf = (params: URLSearchParams, { ids, isAll }: Chosen, expected?: number | undefined) =>
	isAll ? { matching: matchingOf(fromSearch(params)), expected } : { candidateIds: ids };

const reload = "Reload the page and try again.";

/** Fields that every bulk form has: its rows, how many were shown, and its key. */
export const chosenFields = {
	/** All that match, instead of those named. */
	all: v.optional(v.string()),
	/** How many the page said change, and what was typed to confirm it. */
	count: v.optional(v.pipe(v.number(), v.safeInteger())),
	confirmed: v.optional(v.string()),
	/** How many the page said all are. */
	expected: v.optional(v.pipe(v.number(), v.safeInteger())),
	/** When its consequences were counted, UTC milliseconds. */
	asOf: v.optional(v.pipe(v.number(reload), v.safeInteger(reload))),
	/** Sent again with the same form, it is answered again and not done twice. */
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, reload))),
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
