import {
	Column,
	getTableName,
	is,
	Name,
	Param,
	Placeholder,
	type Query,
	SQL,
	type SQLChunk,
	StringChunk,
	Table,
} from "drizzle-orm";

/** How a statement's names and values are spelled. */
type Spelling = Parameters<SQL["toQuery"]>[0] & { paramStartIndex: { value: number } };

/** The parts of a statement that are written here; the query builder writes all others. */
const classes = { text: StringChunk, name: Name, sql: SQL, table: Table, column: Column, param: Param } as const;
type Kind = keyof typeof classes;
const kindNames = Object.keys(classes) as Kind[];

/** why by prototype: the query builder compares each part with each of its classes, at every level of inheritance. */
const kinds = new Map<object, Kind | "other">();

const kindOf = (part: object): Kind | "other" => {
	const prototype: object = Object.getPrototypeOf(part) ?? Object.prototype;
	const known = kinds.get(prototype);
	if (known) return known;
	const kind = kindNames.find((name) => is(part, classes[name])) ?? "other";
	kinds.set(prototype, kind);
	return kind;
};

const writeAsBuilt = SQL.prototype.buildQueryFromSourceParams;

/** Whether the values of a part are written into the text. why so: its type hides the property. */
const isInlined = (part: SQL): boolean => (part as unknown as { shouldInlineParams: boolean }).shouldInlineParams;

/**
 * Writes statements in one go. why: the query builder makes an object for each part, copies its settings at each level and
 * joins the texts of a level anew, which was 6 % of a page. What it would write is the same (sql-text.test.ts).
 */
export const writeInOneGo = (): void => {
	SQL.prototype.buildQueryFromSourceParams = function (parts, spelling) {
		// why: for indexes, of migrations, and with values in the text the query builder writes otherwise.
		if (spelling.invokeSource || spelling.inlineParams || isInlined(this))
			return writeAsBuilt.call(this, parts, spelling);
		const query: Query = { sql: "", params: [] };
		write(query, parts, { ...spelling, paramStartIndex: spelling.paramStartIndex ?? { value: 0 } });
		return query;
	};
};

const write = (query: Query, parts: readonly SQLChunk[], spelling: Spelling): void => {
	for (const part of parts) {
		if (part === undefined) continue;
		if (typeof part !== "object" || part === null) writeValue(query, part, spelling);
		else if (Array.isArray(part)) writeList(query, part, spelling);
		else writePart(query, part, kindOf(part), spelling);
	}
};

const writePart = (query: Query, part: object, kind: Kind | "other", spelling: Spelling): void => {
	const { escapeName } = spelling;
	if (kind === "text") for (const text of (part as StringChunk).value) query.sql += text;
	else if (kind === "name") query.sql += escapeName((part as Name).value);
	else if (kind === "sql" && !isInlined(part as SQL)) write(query, (part as SQL).queryChunks, spelling);
	else if (kind === "table") query.sql += escapeName(getTableName(part as Table));
	else if (kind === "column") query.sql += columnName(part as Column, spelling);
	else if (kind === "param" && !is((part as Param).value, Placeholder)) writeParam(query, part as Param, spelling);
	else writeOther(query, part as SQLChunk, spelling);
};

const columnName = (column: Column, { escapeName, casing }: Spelling): string =>
	`${escapeName(getTableName(column.table))}.${escapeName(casing.getColumnCasing(column))}`;

const writeList = (query: Query, parts: readonly SQLChunk[], spelling: Spelling): void => {
	query.sql += "(";
	for (const [index, part] of parts.entries()) {
		if (index > 0) query.sql += ", ";
		write(query, [part], spelling);
	}
	query.sql += ")";
};

const writeParam = (query: Query, { value, encoder }: Param, spelling: Spelling): void => {
	const sent = value === null ? null : encoder.mapToDriverValue(value);
	if (is(sent, SQL)) write(query, [sent], spelling);
	else writeValue(query, sent, spelling);
};

const writeValue = (query: Query, value: unknown, { escapeParam, paramStartIndex }: Spelling): void => {
	query.sql += escapeParam(paramStartIndex.value++, value);
	query.params.push(value);
};

const writeOther = (query: Query, part: SQLChunk, spelling: Spelling): void => {
	const other = writeAsBuilt.call(SQL.prototype, [part], spelling);
	query.sql += other.sql;
	query.params.push(...other.params);
};
