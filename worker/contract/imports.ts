import * as v from "valibot";
import { described, moment, text, whole } from "#worker/contract/described";
import { visibleLine } from "#worker/contract/text/visible-text";

/** The part of a request that has the list. */
export const filePart = "file";

/** What is sent with a list. */
export const ListDetails = v.strictObject({
	name: described(
		v.pipe(v.string(), v.transform(visibleLine), v.minLength(1), v.maxLength(200)),
		"What the import is called: the name of its file.",
	),
});

const ImportColumn = v.object({
	header: text("The heading of the column."),
	samples: described(v.array(v.string()), "The first values of the column."),
	field: text("What the column is, or is suggested to be; empty for nothing."),
});
export type ImportColumn = v.InferOutput<typeof ImportColumn>;

/** What every import of a list says of itself, whatever its rows are. */
export const Import = v.object({
	id: text("The id of the import."),
	name: text("The name of the file."),
	size: whole("The size of the file in bytes."),
	status: described(
		v.picklist([
			"reading",
			"mapping",
			"checking",
			"ready",
			"adding",
			"added",
			"undoing",
			"undone",
			"refused",
			"discarded",
		] as const),
		"reading, then mapping (the columns wait to be confirmed), checking, then ready (the rows wait to be added), adding, added, undoing, undone, refused (the file cannot be read) or discarded.",
	),
	refusal: v.nullable(text("Why the file was refused; null if it was not.")),
	columns: described(v.nullable(v.array(ImportColumn)), "The columns of the file; null until it was read."),
	rows: whole("How many rows there are below the heading."),
	counts: described(v.record(v.string(), v.number()), "How many rows have each outcome and each state."),
	createdByName: text("The name of the user who uploaded the file."),
	createdAt: moment("When the file was uploaded."),
	addedAt: v.nullable(moment("When the rows were added; null while they were not.")),
	task: described(
		v.nullable(
			v.object({
				id: text("The id of the task."),
				status: text("Whether the task runs, has failed or has succeeded."),
				done: whole("How much of it is done."),
				total: whole("How much there is to do."),
			}),
		),
		"The task that works on the import, or did last; null for none.",
	),
});
export type Import = v.InferOutput<typeof Import>;

/** The outcomes of the check of a row, and the results of adding or undoing it. */
export const rowOutcomes = [
	...(["new", "updated", "unchanged", "duplicate"] as const),
	// Of settlement files alone.
	...(["matched", "amount_differs", "unknown_reference", "not_successful", "already_imported", "wrong"] as const),
] as const;
export const rowStates = ["added", "failed", "undone", "kept"] as const;

/** What the rows of an import are narrowed to. */
export const rowFilter = {
	outcome: described(v.optional(v.picklist(rowOutcomes, "Unknown outcome")), "Only rows with this outcome."),
	state: described(v.optional(v.picklist(rowStates, "Unknown state")), "Only rows in this state."),
};

/** What every row of an import says of itself. */
export const ImportRow = v.object({
	position: whole("The place of the row, from 1."),
	rowNumber: whole("The number of the row in the file."),
	outcome: described(v.nullable(v.picklist(rowOutcomes)), "What the check found; null before it."),
	state: described(v.nullable(v.picklist(rowStates)), "The state of the row; null until it was added."),
});
export type ImportRow = v.InferOutput<typeof ImportRow>;
