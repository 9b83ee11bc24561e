import type { ReactNode } from "react";
import type { Column } from "#app/records/record-table";
import { shows } from "#app/shell/shows";
import type { Choice } from "#app/ui/form/choice";
import type { Icon } from "#app/ui/icon";

/** A record as a screen reads it: its id, its version, and what its contract says. */
export interface AnyRow {
	id: string;
	version: number;
	/** For a row that belongs to a place: the user's privileges that do not reach it. */
	privilegesElsewhere?: readonly string[];
}

/** A field of a record: its label in the form, in the history and where somebody else saved meanwhile. */
export type RecordField = {
	name: string;
	label: string;
	description?: string;
	isOptional?: boolean;
} & (
	| { as?: "text"; maxLength?: number }
	/** A text of several lines. */
	| { as: "lines"; maxLength: number }
	/** A yes or no; `initially` for a new record. */
	| { as: "flag"; initially?: boolean }
	/** One of the choices that the screen's loader reads under the field's name; an empty one among them means none. */
	| { as: "choice"; placeholder?: string; initially?: string }
	/** Any number of the choices, as boxes. */
	| { as: "choices" }
	/** A whole number, with its unit. */
	| { as: "number"; unit?: string; initially?: number }
	/** A date with a time in the institution's time zone, in UTC milliseconds. */
	| { as: "moment" }
	/** An amount of money in minor units. */
	| { as: "money" }
	/** A time of day, HH:MM. */
	| { as: "time"; initially?: string }
	/** One with a control of its own in a page of the feature; `shown` is how its values are read in the history. */
	| { as: "own"; shown(value: unknown, choices: readonly Choice[]): ReactNode }
	/** One like it whose value is read as a list, of which the history shows the entries that differ. */
	| { as: "list"; entries(value: unknown, choices: readonly Choice[]): string[] }
);

/** Something that depends on a record, as many as there are of it, and where they are. */
export interface RecordUse {
	count: number;
	one: string;
	many?: string;
	/** What is said of them where they are not counted. */
	uncounted?: string;
	to?: string;
}

/** What columns and uses may need to know beside the row. */
export interface ScreenContext {
	/** The institution's address, without the last slash. */
	base: string;
	timeZone: string;
	isSortedBy(sort: string): boolean;
}

/** A column of a list of records; the first one leads to the record. */
export interface RecordColumn<Row> extends Column<Row> {
	/** How far the name is moved in, in steps: a part of the row above. */
	indent?(row: Row): number;
}

/**
 * What is special about the screens of a record. Texts may contain `{course}`, `{Course}`, `{courses}` and `{Courses}`: the
 * institution's word for one.
 */
export interface RecordScreen<Row extends AnyRow> {
	/** The kind of the service, under which pages hear of changes. */
	kind: string;
	/** The address of the list below the institution's. */
	path: string;
	title: string;
	description: string;
	icon: Icon;
	/** What one is called, and several, within a sentence: "location", "locations". */
	one: string;
	many: string;
	nameOf(row: Row): string;
	/** The first one leads to the record; its heading is that of the name. */
	columns(context: ScreenContext): readonly RecordColumn<Row>[];
	/** The order of the list unless another is asked for; otherwise that of its contract. */
	sortedBy?: string;
	/** Rows of a page unless others are asked for; 10 when left out (§9). */
	size?: number;
	fields: readonly RecordField[];
	/** The query's name of the search text, what is searched, and after how long without typing; left out, when it is sent. */
	search: { name: string; placeholder: string; delayMs?: number };
	/** Filters of the list beside the search: two days, the first and the last, or choices that its loader reads under the filter's name. */
	filters?: readonly { name: string; label: string; as?: "day" }[];
	/** Whether only users of the whole institution make, change and delete one. */
	isOfWhole?: boolean;
	/** Where a record has a page of its own instead of a dialog: its address without the id, and that of a new one. */
	page?: { path: string; create: string };
	/** What depends on a record: while there is any, it cannot be deleted. */
	uses?(row: Row, context: ScreenContext): readonly RecordUse[];
	/** What is said before one is deleted on which nothing depends, where that is not all. */
	whenDeleted?(row: Row): string | undefined;
	/** Other ways to create some, below the list's address, for those who may create one; a page keeps nothing of the list. */
	more?: readonly { path: string; label: string; icon: Icon; isPage?: boolean }[];
	/** What has to be there before there can be any, while it is not: said where the list is empty, with where it is made. */
	first?(choices: Record<string, readonly Choice[]>): { text: string; label: string; path: string } | undefined;
	/** What is said when it, or its list, cannot be read, and when it cannot be created, changed or deleted (§8). */
	failed?: { fetch: string; create?: string; update?: string; delete: string };
	/** Lists of the same page, this one among them. */
	tabs?: readonly { path: string; label: string }[];
}

/** Returns what a route of these screens hears of. */
export const showsRecords = ({ kind }: { kind: string }) => shows({ "set-up": () => kind });
