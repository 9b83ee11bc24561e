import * as v from "valibot";
import { Id } from "#worker/contract/ids";
import { maxPageSize } from "#worker/contract/page";

/**
 * What happens, or happened, to one row of a bulk action. `waiting`: its turn has not come; `conflict`: somebody changed
 * it meanwhile; `kept`: changed after the action, and therefore not undone.
 */
export const RowOutcome = v.picklist([
	"will_change",
	"waiting",
	"changed",
	"unchanged",
	"not_allowed",
	"not_found",
	"conflict",
	"undone",
	"kept",
]);
export type RowOutcome = v.InferOutput<typeof RowOutcome>;

/** What an action gives its rows. */
export const RunKind = v.picklist(["stage", "course", "location", "letter"]);
export type RunKind = v.InferOutput<typeof RunKind>;

/** A row of a preview or of a result. */
export const BulkRow = v.object({
	id: Id,
	name: v.nullable(v.string()),
	applicationNumber: v.nullable(v.string()),
	outcome: RowOutcome,
});
export type BulkRow = v.InferOutput<typeof BulkRow>;

/** Which of the rows a preview lists: all are counted, one page is listed. */
export const rowsPage = {
	page: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000)), 0),
	size: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(maxPageSize)), 0),
};

/** What an action would do, in numbers and for one page of rows. */
export const previewed = {
	/** What the rows get: the stage, the course, the location or the template. */
	name: v.string(),
	willChange: v.number(),
	unchanged: v.number(),
	notAllowed: v.number(),
	notFound: v.number(),
	rows: v.array(BulkRow),
	total: v.number(),
	/** When this was so, UTC milliseconds. The change itself names it. */
	asOf: v.number(),
};
const Previewed = v.object(previewed);
export type Previewed = v.InferOutput<typeof Previewed>;

/** When the consequences were shown, UTC milliseconds: rows that somebody changed since are left out and named. */
export const AsOf = v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value.")));

/** A change that was made, and how it is undone. */
export const RunHandle = v.object({
	id: v.string(),
	/** Until when it can be undone, UTC milliseconds. */
	undoUntil: v.number(),
	/** Emails that go out then. */
	emails: v.number(),
});
export type RunHandle = v.InferOutput<typeof RunHandle>;

/** What an action has done, or that a task does it. */
export const started = {
	/** What the rows get. */
	name: v.string(),
	changed: v.number(),
	/** The task that does it; null when it is done. */
	taskId: v.nullable(v.string()),
	/** What became of each row; empty while a task runs. */
	outcomes: v.array(BulkRow),
	/** How it can be undone; null when nothing was changed, or a task is about to. */
	run: v.nullable(RunHandle),
};
