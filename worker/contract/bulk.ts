import * as v from "valibot";
import { described, moment, text, whole } from "#worker/contract/described";
import { Id } from "#worker/contract/ids";
import { maxPageSize } from "#worker/contract/page";

export const RowOutcome = described(
	v.picklist([
		"will_change",
		"waiting",
		"changed",
		"unchanged",
		"not_allowed",
		"not_found",
		"conflict",
		"undone",
		"kept",
	]),
	"What happens to a row: `conflict` if somebody changed it meanwhile, `kept` if it was changed after the action and is not undone.",
);
export type RowOutcome = v.InferOutput<typeof RowOutcome>;

export const RunKind = described(
	v.picklist(["stage", "course", "location", "reviewer", "letter", "erasure"]),
	"What the applicants are given, or that they are erased.",
);
export type RunKind = v.InferOutput<typeof RunKind>;

export const BulkRow = v.object({
	id: described(Id, "The id of the applicant."),
	name: v.nullable(text("The name of the applicant; null when there is no such applicant.")),
	applicationNumber: v.nullable(text("The number of the application; null when there is no such applicant.")),
	outcome: described(RowOutcome, "What happens, or has happened."),
	reason: v.optional(text("Why it is not allowed, where there is more to say; left out otherwise.")),
});
export type BulkRow = v.InferOutput<typeof BulkRow>;

/** Which of the rows a preview lists: all are counted, one page is listed. */
export const rowsPage = {
	page: described(
		v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000)), 0),
		"The index of the page of rows, from 0.",
	),
	size: described(
		v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(maxPageSize)), 0),
		"How many rows to list; 0 for none.",
	),
};

export const previewed = {
	name: text("What the applicants get: the stage, the course, the location, the user or the template."),
	willChange: whole("How many will change."),
	unchanged: whole("How many have it already."),
	notAllowed: whole("How many cannot have it."),
	notFound: whole("How many are no longer there."),
	rows: described(v.array(BulkRow), "A page of the applicants."),
	total: whole("How many applicants the pages list."),
	asOf: moment("When this was counted; the change itself names it."),
};
const Previewed = v.object(previewed);
export type Previewed = v.InferOutput<typeof Previewed>;

/** When the consequences were shown, UTC milliseconds: rows that somebody changed since are left out and named. */
export const AsOf = described(
	v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value."))),
	"When the consequences were shown, in UTC milliseconds: what was changed since is left out and named.",
);

/** A change that was made, and how it is undone. */
export const RunHandle = described(
	v.object({
		id: text("The id of the action, for `POST /batches/{id}/undo`."),
		undoUntil: moment("Until when it can be undone."),
		emails: whole("How many emails are sent then."),
		texts: whole("How many SMS are sent then, those to applicants without a usable number included."),
	}),
	"A change that was made, and how it can be undone.",
);
export type RunHandle = v.InferOutput<typeof RunHandle>;

/** What an action has done, or that a task does it. */
export const started = {
	name: text("What the applicants got."),
	changed: whole("How many were changed."),
	taskId: v.nullable(text("The task that does it; null when it is done.")),
	outcomes: described(v.array(BulkRow), "The result of each row; empty while a task runs."),
	run: described(v.nullable(RunHandle), "How it can be undone; null when nothing was changed, or a task is about to."),
};
