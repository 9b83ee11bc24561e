import { and, asc, count, desc, eq, inArray, is, SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { InferOutput } from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { ProblemCode } from "#worker/contract/problems";
import type { RecordEndpoints, RecordState } from "#worker/contract/records";
import type { Result } from "#worker/contract/result";
import type { Topic } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import { remembered } from "#worker/database/remembered";
import { recordChanges } from "#worker/database/schema/records";

/** A table of records: rows of institutions, with an id, and the time of the last change as their version. */
export type RecordTable = SQLiteTable & Record<"organisationId" | "id" | "updatedAt", SQLiteColumn>;

/** What a write refuses: a problem beside the field that it is about. */
export type Refused = Extract<Result<never>, { ok: false }>;

type FieldsOf<E extends RecordEndpoints> = InferOutput<E["create"]["body"]>;
type QueryOf<E extends RecordEndpoints> = InferOutput<E["list"]["query"]>;
type RowOf<E extends RecordEndpoints> = EndpointResponse<E["find"]>;

/** A column, or an expression; a function where it counts what is within the scope of the request. */
type Column = SQLiteColumn | SQL | ((ctx: OrgContext) => SQL);

const columnFor = (ctx: OrgContext, column: Column): SQLiteColumn | SQL =>
	typeof column === "function" ? column(ctx) : column;

/** What is special about a set-up record; the operations of this folder are the same for all of them. */
export interface RecordKind<E extends RecordEndpoints> {
	/** Its name in events, in the history and in topics; never changed. */
	kind: string;
	endpoints: E;
	table: RecordTable;
	/**
	 * What is read of a row, by the names of the contract, without id and version. why subqueries and no joins: the query
	 * builder writes the columns of a single table without its name.
	 */
	columns: Readonly<Record<string, Column>>;
	/** Makes a row of the contract from what was read, where they differ. */
	toRow?(read: Record<string, unknown>): RowOf<E>;
	/** Makes the fields from a row, where they differ. */
	toState?(row: RowOf<E>): FieldsOf<E> | RecordState;
	/** Makes the columns of the table from the fields, where they differ. */
	toColumns?(fields: FieldsOf<E>): Record<string, unknown>;
	/** What each order of the list compares. */
	sorts: Readonly<Record<string, Column>>;
	matching?(ctx: OrgContext, query: QueryOf<E>): SQL | undefined;
	/** What it is called in the history and in the log. */
	nameOf(fields: FieldsOf<E>): string;
	/** The problem of two records that may not be alike, by the unique index that refuses the second. */
	duplicate?: {
		index: string;
		field: string;
		create: ProblemCode;
		update: ProblemCode;
		/** What stands beside the field; with `isWhole` it is the text of the problem too. */
		text(fields: FieldsOf<E>): string;
		isWhole?: boolean;
	};
	/** Fills in what a request may leave out: ids of parts, fields that then stay. */
	complete?(ctx: OrgContext, fields: FieldsOf<E>, before: RowOf<E> | undefined): FieldsOf<E>;
	/** Refuses fields that cannot be: a group that does not exist. `id` is left out for a new record. */
	check?(ctx: OrgContext, fields: FieldsOf<E>, id?: string): Promise<Refused | undefined>;
	/** What of `check` must still hold when the row is written. */
	holds?(ctx: OrgContext, fields: FieldsOf<E>, id?: string): SQL | undefined;
	/** What else is written with the fields. */
	writes?(ctx: OrgContext, after: FieldsOf<E> & { id: string }, before: RowOf<E> | undefined): readonly Write[];
	/** What is deleted with it. */
	removes?(ctx: OrgContext, id: string): readonly Write[];
	/** Refuses that a record is deleted by a user of some places: what is everybody's, or of other places. */
	checkRemoval?(ctx: OrgContext, id: string): Promise<Refused | undefined> | Refused | undefined;
	/** What depends on a record: subqueries, each of which must be empty for it to be deleted, and the problem if not. */
	uses?: {
		by(ctx: OrgContext, id: string): readonly SQL[];
		code: ProblemCode;
		/** Undefined for that of the problem. */
		text?(row: RowOf<E>): string | undefined;
	};
	/**
	 * What is remembered of a list without a search until the institution's `config_version` is raised, as triggers do: how many
	 * there are, or their rows as well, where all that is read of them raises it.
	 */
	isConfiguration?: "number" | "rows";
	/** The most records of an institution. why: some lists are shown whole. */
	most?: { rows: number; code: ProblemCode };
	/** What open pages show of it elsewhere. */
	topics?: readonly Topic[];
}

/** Any kind, for code that is the same for all. */
export type AnyKind = RecordKind<RecordEndpoints>;

/** A kind whose rows have a known type, for code of its feature. The property says it to the compiler alone. */
export type KindOf<Row> = AnyKind & { readonly rows?: Row };

export type AnyRow = Record<string, unknown> & { id: string; version: number };

/** Declares a kind by its contract. why: the operations do not know what its fields are. */
export const defineRecord = <E extends RecordEndpoints>(kind: RecordKind<E>): KindOf<RowOf<E>> =>
	kind as unknown as KindOf<RowOf<E>>;

export const isRecord = ({ table }: AnyKind, { organisationId }: OrgContext, id: string | SQL) =>
	and(eq(table.organisationId, organisationId), eq(table.id, id));

const selectRows = (ctx: OrgContext, { table, columns }: AnyKind, matching: SQL | undefined) =>
	ctx.db
		.select({ id: table.id, ...named(ctx, columns), version: table.updatedAt })
		.from(table)
		.where(matching);

/** why: a batch returns columns by their names, and an expression has none. */
const named = (ctx: OrgContext, columns: AnyKind["columns"]) =>
	Object.fromEntries(
		Object.entries(columns).map(([name, given]) => {
			const column = columnFor(ctx, given);
			return [name, is(column, SQL) ? column.as(name) : column];
		}),
	) as Record<string, SQLiteColumn | SQL.Aliased>;

const toRow = (kind: AnyKind, read: Record<string, unknown>): AnyRow => (kind.toRow?.(read) ?? read) as AnyRow;

interface ListQuery {
	page: number;
	size: number;
	sort?: string | undefined;
}

/** Reads one page of the records that match, in the order that is asked for. */
export const pageOfRecords = async <Row = AnyRow>(ctx: OrgContext, kind: KindOf<Row>, query: ListQuery) => {
	const { table } = kind;
	const { page, size, sort = Object.keys(kind.sorts)[0] ?? "id" } = query;
	const by = columnFor(ctx, kind.sorts[sort.replace(/^-/, "")] ?? table.id);
	const way = sort.startsWith("-") ? desc : asc;
	const ofInstitution = eq(table.organisationId, ctx.organisationId);
	const wanted = kind.matching?.(ctx, query as unknown as never);
	const matching = and(ofInstitution, wanted);
	// why the ids first: what is counted for each row would be counted for all that are sorted and passed over as well.
	const chosen = ctx.db
		.select({ id: table.id })
		.from(table)
		.where(matching)
		.orderBy(way(by), way(table.id))
		.limit(size)
		.offset(page * size);
	const total = async () => {
		const [counted] = await ctx.db.select({ rows: count() }).from(table).where(matching);
		return counted?.rows ?? 0;
	};
	const rows = async () => {
		const read = await selectRows(ctx, kind, and(ofInstitution, inArray(table.id, chosen)))
			// why the signs: with an index for the order, SQLite would go through all records to meet the chosen ones.
			.orderBy(way(sql`+(${by})`), way(sql`+${table.id}`));
		return read.map((row) => toRow(kind, row) as Row);
	};
	// why by user: a row says which of their privileges do not reach it.
	const thisPage = `${kind.kind} ${page} ${size} ${sort} ${ctx.actor.id}`;
	const [data, resultTotal] = await Promise.all([
		kind.isConfiguration === "rows" && !wanted ? remembered(ctx, thisPage, rows) : rows(),
		kind.isConfiguration && !wanted ? remembered(ctx, `how many ${kind.kind}`, total) : total(),
	]);
	return { data, resultTotal, page, size };
};

/** @param id the id, or the query that finds it */
export const findRow = async <Row = AnyRow>(
	ctx: OrgContext,
	kind: KindOf<Row>,
	id: string | SQL,
): Promise<Row | undefined> => {
	const [found] = await selectRows(ctx, kind, isRecord(kind, ctx, id));
	return found && (toRow(kind, found) as Row);
};

export const findRecord = (ctx: OrgContext, kind: AnyKind, id: string): Promise<AnyRow | undefined> =>
	findRow<AnyRow>(ctx, kind, id);

const changeColumns = {
	id: recordChanges.id,
	action: recordChanges.action,
	by: recordChanges.actorName,
	at: recordChanges.createdAt,
	before: recordChanges.before,
	after: recordChanges.after,
};

/** What has a history: a kind of records, by its name alone. */
export type WithHistory = Pick<AnyKind, "kind">;

export const ofRecord = ({ organisationId }: OrgContext, { kind }: WithHistory, recordId: string) =>
	and(
		eq(recordChanges.organisationId, organisationId),
		eq(recordChanges.kind, kind),
		eq(recordChanges.recordId, recordId),
	);

/** Reads one page of a record's changes, the newest first. */
export const pageOfChanges = async (ctx: OrgContext, kind: WithHistory, id: string, { page, size }: ListQuery) => {
	const [data, total] = await ctx.db.batch([
		ctx.db
			.select(changeColumns)
			.from(recordChanges)
			.where(ofRecord(ctx, kind, id))
			.orderBy(desc(recordChanges.seq))
			.limit(size)
			.offset(page * size),
		ctx.db
			.select({ rows: count() })
			.from(recordChanges)
			.where(ofRecord(ctx, kind, id)),
	]);
	return { data, resultTotal: total[0]?.rows ?? 0, page, size };
};

/** Reads the fields that a record had after a change. */
export const stateAfter = async (
	ctx: OrgContext,
	kind: WithHistory,
	{ id, changeId }: { id: string; changeId: string },
): Promise<RecordState | undefined> => {
	const [change] = await ctx.db
		.select({ after: recordChanges.after })
		.from(recordChanges)
		.where(and(ofRecord(ctx, kind, id), eq(recordChanges.id, changeId)));
	return change?.after ?? undefined;
};

/** Counts the records of the institution, for the guard of a new one. */
export const fewerThan = ({ table }: AnyKind, { organisationId }: OrgContext, rows: number): SQL =>
	sql`(SELECT count(*) FROM ${table} WHERE ${table.organisationId} = ${organisationId}) < ${rows}`;
