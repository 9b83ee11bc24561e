import * as v from "valibot";
import { problemResponse } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { logSearch, readLogAddress } from "#app/routes/audit-log/log-address";
import { keysetPages } from "#app/ui/page/keyset-address";
import { readPage } from "#app/ui/page/page-address";
import { problem } from "#worker/contract/problems";
import { ActivityFilter, ModificationFilter } from "#worker/services/audit-log/contract";

interface Listed {
	data: readonly unknown[];
	resultTotal: number;
	resultTotalIsExact: boolean;
	nextCursor: string | null;
	searchedTo: number | null;
}

const filterOf = <S extends v.GenericSchema>(schema: S, asked: unknown): v.InferOutput<S> => {
	const read = v.safeParse(schema, asked);
	// why: a misspelt filter must not show every entry instead.
	if (!read.success) throw problemResponse(problem("invalid_query"));
	return read.output;
};

/** Reads the filter of the activity log from an address; one that does not exist there is refused. */
export const readActivityFilter = (params: URLSearchParams): ActivityFilter => {
	const { on: _, ...filter } = readLogAddress(params);
	return filterOf(ActivityFilter, filter);
};

/** Reads the filter of the modification log likewise. */
export const readModificationFilter = (params: URLSearchParams): ModificationFilter => {
	const { eventStatus: _, ...filter } = readLogAddress(params);
	return filterOf(ModificationFilter, filter);
};

/** Reads which entries of a log an address asks for. */
export const readLogPlace = (params: URLSearchParams) => {
	const after = params.get("after");
	return { size: String(readPage(params).size), ...(after && { after }) };
};

/** Returns the footer of a page of a log. why no page numbers: it reads on from an entry, however long the log is. */
export const logPages = (here: string, params: URLSearchParams, listed: Listed) => {
	const { size } = readPage(params);
	const own = new URLSearchParams(logSearch(params));
	const { resultTotal, resultTotalIsExact, nextCursor } = listed;
	const total = `${formatNumber(resultTotal)}${resultTotalIsExact ? "" : "+"}`;
	return {
		range: `${formatNumber(listed.data.length)} of ${total} entries`,
		...keysetPages(here, own, nextCursor),
		size,
		action: here,
		keep: [...own].filter(([name]) => !["size", "after", "back"].includes(name)),
	};
};
