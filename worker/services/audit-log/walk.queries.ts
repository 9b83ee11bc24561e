import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { countedAtMost } from "#worker/contract/applicant-filter";
import { defaultTimeZone } from "#worker/contract/text/dates";
import { addDays, momentOf } from "#worker/local-time";
import { walkedAtMost } from "#worker/services/audit-log/contract";
import { organisationById } from "#worker/services/organisation/queries";

/** A place in a log: entries are read from it towards older ones. */
export interface Place {
	createdAt: number;
	seq: number;
}

/** UTC milliseconds; `before` is not within. */
export interface Period {
	since: number;
	before: number;
}

/** How a filter is read: along one index of a log, which `indexed` narrows, checking `others` entry by entry. */
export interface Walk extends Period {
	table: "audit_events" | "modification_entries";
	index: string;
	/** Conditions on the columns of the index, to follow others. */
	indexed: SQL;
	/** What no column of the index says; undefined where nothing is left to check. */
	others: SQL | undefined;
}

/** The end of time. why not left out: the range of moments is always a part of the search in the index. */
const never = 9_007_199_254_740_991;

/** Returns the period of a filter; days are those of the institution. */
export const periodOf = async (
	ctx: OrgContext,
	{ from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Period> => {
	const isDay = (typed: string | undefined) => typed?.length === 10;
	const [organisation] = isDay(from) || isDay(to) ? await organisationById(ctx.db, ctx.organisationId) : [];
	const zone = organisation?.timeZone ?? defaultTimeZone;
	const at = (typed: string | undefined, daysLater: 0 | 1) => {
		if (typed === undefined) return undefined;
		return isDay(typed) ? momentOf(addDays(typed, daysLater), "00:00", zone) : Date.parse(typed);
	};
	return { since: at(from, 0) ?? 0, before: at(to, 1) ?? never };
};

/** Returns the end of a walk. why one condition alone: of two, SQLite searches by the first, and skips every newer entry one by one. */
const isBefore = ({ before }: Walk, below?: Place): SQL =>
	below && below.createdAt < before
		? sql`(entry.created_at, entry.rowid) < (${below.createdAt}, ${below.seq})`
		: sql`entry.created_at < ${before}`;

const entriesOf = (ctx: OrgContext, walk: Walk, below?: Place): SQL =>
	sql`FROM ${sql.raw(walk.table)} AS entry INDEXED BY ${sql.raw(walk.index)}
		WHERE entry.organisation_id = ${ctx.organisationId} ${walk.indexed}
			AND entry.created_at >= ${walk.since} AND ${isBefore(walk, below)}`;

const newestFirst = sql`ORDER BY entry.created_at DESC, entry.rowid DESC`;

/** Selects the moment at which a walk that checks entry by entry has looked at as many as it may; none before its end. */
const floorOf = (ctx: OrgContext, walk: Walk, below?: Place): SQL =>
	sql`SELECT entry.created_at AS floor ${entriesOf(ctx, walk, below)} ${newestFirst} LIMIT 1 OFFSET ${walkedAtMost}`;

/** Selects `rowid`s and moments of a stretch of a log, newest first; what is checked entry by entry stops at the floor. */
export const stretchOf = (
	ctx: OrgContext,
	walk: Walk,
	{ below, limit, offset = 0 }: { below?: Place | undefined; limit: number; offset?: number },
): SQL =>
	sql`SELECT entry.rowid AS seq, entry.created_at AS createdAt ${entriesOf(ctx, walk, below)}
		${
			walk.others ? sql`AND entry.created_at >= coalesce((${floorOf(ctx, walk, below)}), 0) AND ${walk.others}` : sql``
		} ${newestFirst} LIMIT ${limit} OFFSET ${offset}`;

/** Counts the entries of a walk, to 1,000. */
export const countOf = async (ctx: OrgContext, walk: Walk, atMost = countedAtMost + 1): Promise<number> => {
	const [counted] = await ctx.db.all<{ entries: number }>(
		sql`SELECT count(*) AS entries FROM (${stretchOf(ctx, walk, { limit: atMost })})`,
	);
	return counted?.entries ?? 0;
};

/** Reads where a walk stops looking; undefined where it looks at everything. */
export const readFloor = async (ctx: OrgContext, walk: Walk, below?: Place): Promise<number | undefined> => {
	if (!walk.others) return undefined;
	const [found] = await ctx.db.all<{ floor: number }>(floorOf(ctx, walk, below));
	return found?.floor;
};

interface Paging {
	page: number;
	size: number;
	offset?: number | undefined;
	after?: string | undefined;
}

const placeOf = (after: string | undefined): Place | undefined => {
	if (after === undefined) return undefined;
	const [createdAt = 0, seq = 0] = after.split("-").map(Number);
	return { createdAt, seq };
};

/** Reads a page of a log, and where to read on. @param select reads the rows of a stretch, newest first */
export const pageOfLog = async <Row extends Place, T>(
	ctx: OrgContext,
	walk: Walk,
	{ page, size, offset = page * size, after }: Paging,
	{ select, show }: { select: (stretch: SQL) => Promise<Row[]>; show: (row: Row) => T },
) => {
	const below = placeOf(after);
	const stretch = stretchOf(ctx, walk, { below, limit: size + 1, offset: below ? 0 : offset });
	const [rows, counted, floor] = await Promise.all([select(stretch), countOf(ctx, walk), readFloor(ctx, walk, below)]);
	const shown = rows.slice(0, size);
	const last = shown.at(-1);
	const hasMore = rows.length > size;
	// why seq 0: all entries of the floor's own moment were looked at.
	const further = floor === undefined ? null : `${floor}-0`;
	return {
		data: shown.map(show),
		resultTotal: Math.min(counted, countedAtMost),
		resultTotalIsExact: counted <= countedAtMost && floor === undefined,
		nextCursor: hasMore && last ? `${last.createdAt}-${last.seq}` : further,
		searchedTo: hasMore ? null : (floor ?? null),
		page: Math.floor(offset / size),
		size,
	};
};
