import * as v from "valibot";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint, type Endpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize, SortKey } from "#worker/contract/page";
import type { Permission } from "#worker/contract/permissions";
import type { ProblemCode } from "#worker/contract/problems";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

/** A name of one line, as most records have one. */
export const recordName = (description: string, maxLength = 120, missing = "Enter a name") =>
	described(requiredLine(missing, maxLength, `Enter at most ${maxLength} characters.`), description);

/** The fields of a record before or after a change. */
export const RecordState = v.record(v.string(), v.unknown());
export type RecordState = v.InferOutput<typeof RecordState>;

export const recordActions = ["created", "updated", "restored", "deleted"] as const;

/** One change of a record: who changed what, and when. */
export const RecordChange = v.object({
	id: text("The id of the change."),
	action: described(v.picklist(recordActions), "What was done."),
	by: v.nullable(text("The name of the user who did it; null for the system.")),
	at: moment("When it was done."),
	before: described(v.nullable(RecordState), "The fields before; null where there was no record."),
	after: described(v.nullable(RecordState), "The fields afterwards; null where the record was deleted."),
});
export type RecordChange = v.InferOutput<typeof RecordChange>;

interface RecordAbout<
	Row extends v.ObjectEntries,
	Fields extends v.ObjectEntries,
	Query extends v.ObjectEntries,
	Sort extends string,
	Code extends ProblemCode,
> {
	/** The address of the list below `/api`. */
	path: string;
	/** What one is called, and several, with their article in sentences: "location", "locations". */
	one: string;
	many: string;
	section: string;
	/** `read` lists them, to choose one for instance; `manage` sees their screens and their history. */
	access: Readonly<Record<"read" | "manage" | "create" | "update" | "delete", readonly Permission[]>>;
	/** What a client writes; each is in `row` as well. */
	fields: Fields;
	/** What is read of one, beside its id and version. */
	row: Row;
	/** The filters of the list. */
	query: Query;
	/** What the list can be sorted by, the usual order first. */
	sorts: readonly [Sort, ...Sort[]];
	/** How many rows a page has unless one says otherwise (§9). */
	size?: number;
	maxSize?: number;
	aliases?: Record<string, string>;
	/** The problems of each write, beside those that every record has. */
	problems: { create: readonly Code[]; update: readonly Code[]; remove: readonly Code[] };
}

/** Returns the seven endpoints of a set-up record from what is special about it. `worker/records` serves them. */
export const recordEndpoints = <
	Row extends v.ObjectEntries,
	Fields extends v.ObjectEntries,
	Query extends v.ObjectEntries,
	const Sort extends string,
	const Code extends ProblemCode,
>({
	path,
	one,
	many,
	section,
	access,
	problems,
	...of
}: RecordAbout<Row, Fields, Query, Sort, Code>) => {
	const Row = v.object({ id: text(`The id of the ${one}.`), ...of.row, version: RecordVersion });
	return {
		list: defineEndpoint({
			method: "GET",
			path,
			summary: `The ${many} of the institution, by ${of.sorts[0]} unless sorted otherwise.`,
			section,
			access: access.read,
			query: v.strictObject({
				page: PageIndex,
				size: PageSize(of.size, of.maxSize),
				sort: SortKey(of.sorts),
				...of.query,
			}),
			...(of.aliases && { aliases: of.aliases }),
			response: PageOf(Row),
		}),
		find: defineEndpoint({
			method: "GET",
			path: `${path}/:id`,
			summary: `One ${one}.`,
			section,
			access: access.read,
			params: IdParams,
			response: Row,
		}),
		create: defineEndpoint({
			method: "POST",
			path,
			summary: `Create a ${one}.`,
			section,
			access: access.create,
			body: v.strictObject(of.fields),
			response: Row,
			created: `${path}/{id}`,
			problems: problems.create,
			idempotent: true,
		}),
		update: defineEndpoint({
			method: "PUT",
			path: `${path}/:id`,
			summary: `Change a ${one}.`,
			section,
			access: access.update,
			params: IdParams,
			body: v.strictObject({ ...of.fields, version: SeenVersion }),
			response: Row,
			problems: ["changed_meanwhile", ...problems.update] as const,
		}),
		remove: defineEndpoint({
			method: "DELETE",
			path: `${path}/:id`,
			summary: `Delete a ${one} that nothing depends on.`,
			section,
			access: access.delete,
			params: IdParams,
			response: v.object({ id: text(`The id of the deleted ${one}.`) }),
			problems: problems.remove,
		}),
		history: defineEndpoint({
			method: "GET",
			path: `${path}/:id/history`,
			summary: `Who changed a ${one}, when, and what it was before and afterwards; the newest change first.`,
			section,
			access: access.manage,
			params: IdParams,
			query: v.strictObject({ page: PageIndex, size: PageSize() }),
			response: PageOf(RecordChange),
		}),
		restore: defineEndpoint({
			method: "POST",
			path: `${path}/:id/restore`,
			summary: `Give a ${one} the fields again that it had after a change. This is a change of its own.`,
			section,
			access: access.update,
			params: IdParams,
			body: v.strictObject({
				changeId: described(Id, "The id of the change, from the history."),
				version: SeenVersion,
			}),
			response: Row,
			problems: ["changed_meanwhile", "state_not_restorable", ...problems.update] as const,
			idempotent: true,
		}),
	};
};

interface Guarded extends Endpoint {
	access: readonly Permission[];
}

interface OfOne extends Guarded {
	params: typeof IdParams;
}

type Schema<Output> = v.GenericSchema<unknown, Output>;
type Versioned<Body> = Schema<Body & { version?: number | undefined }>;
interface PageQuery {
	page: number;
	size: number;
}

/** Where a record and its history are read, and a former state is restored; without an id for the one there is. */
export type RecordHistoryEndpoints = Readonly<Record<"find" | "history" | "restore", Endpoint>>;

/** The endpoints of a record, whichever it is. */
export interface RecordEndpoints {
	list: Guarded & { query: Schema<PageQuery & { sort?: string | undefined }> };
	find: OfOne;
	create: Guarded & { body: Schema<RecordState> };
	update: OfOne & { body: Versioned<RecordState> };
	remove: OfOne;
	history: OfOne & { query: Schema<PageQuery> };
	restore: OfOne & { body: Versioned<{ changeId: string }> };
}
