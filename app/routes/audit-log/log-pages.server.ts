import * as v from "valibot";
import { problemResponse } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { logSearch, readLogAddress } from "#app/routes/audit-log/log-address";
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

/** Pages of which an address remembers the way back. why so few: addresses have a length, and filters lead further. */
const maxBack = 50;

/**
 * Returns the footer of a page of a log; `back` holds where the pages before it begin, the newest page left out. why no page numbers: it reads on from an entry, however long the log is. */
export const logPages = (here: string, params: URLSearchParams, listed: Listed) => {
	const { size } = readPage(params);
	const kept = new URLSearchParams(logSearch(params));
	kept.delete("after");
	kept.delete("back");
	const after = params.get("after");
	const back = (params.get("back") ?? "").split("_").filter(Boolean);
	const at = (cursor: string | undefined, before: readonly string[]) => {
		const there = new URLSearchParams(kept);
		if (cursor) there.set("after", cursor);
		if (before.length > 0) there.set("back", before.slice(-maxBack).join("_"));
		return there.size > 0 ? `${here}?${there}` : here;
	};
	const { resultTotal, resultTotalIsExact, nextCursor } = listed;
	const total = `${formatNumber(resultTotal)}${resultTotalIsExact ? "" : "+"}`;
	return {
		range: `${formatNumber(listed.data.length)} of ${total} entries`,
		previousTo: after ? at(back.at(-1), back.slice(0, -1)) : undefined,
		nextTo: nextCursor === null ? undefined : at(nextCursor, after ? [...back, after] : []),
		size,
		action: here,
		keep: [...kept].filter(([name]) => name !== "size"),
	};
};
