import * as v from "valibot";
import { described, file, flag, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { visibleLine } from "#worker/contract/text/visible-text";
import { CandidateValues, candidateFields, groupReaders } from "#worker/services/uploaded-candidates/contract";

const section = "§2 Uploaded candidates";
export const importWriters = ["candigroup:u"] as const;

/** The fields that a column can hold. A full name is split into its parts, surname first. */
export const columnFields = { ...candidateFields, fullName: "Full name" } as const;
export type ColumnField = keyof typeof columnFields;
export const isColumnField = (text: string): text is ColumnField => Object.hasOwn(columnFields, text);

export const filePart = "file";

const ImportColumn = v.object({
	header: text("The heading of the column."),
	samples: described(v.array(v.string()), "The first values of the column."),
	field: text("What the column is, or is suggested to be; empty for nothing."),
});
export type ImportColumn = v.InferOutput<typeof ImportColumn>;

export const CandidateImport = v.object({
	id: text("The id of the import."),
	groupId: text("The id of the group."),
	name: text("The name of the file."),
	size: whole("The size of the file in bytes."),
	status: described(
		v.picklist([
			...["reading", "mapping", "checking", "ready", "adding", "added"],
			...["undoing", "undone", "refused", "discarded"],
		] as const),
		"reading, then mapping (the columns wait to be confirmed), checking, then ready (the rows wait to be added), adding, added, undoing, undone, refused (the file cannot be read) or discarded.",
	),
	refusal: v.nullable(text("Why the file was refused; null if it was not.")),
	columns: described(v.nullable(v.array(ImportColumn)), "The columns of the file; null until it was read."),
	rows: whole("How many rows there are below the heading."),
	counts: described(v.record(v.string(), v.number()), "How many rows have each outcome and each state."),
	addsDuplicates: flag("Whether possible duplicates are added as well."),
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
export type CandidateImport = v.InferOutput<typeof CandidateImport>;

const ImportParams = v.strictObject({
	id: described(Id, "The id of the group."),
	importId: described(Id, "The id of the import."),
});

export const listImports = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/imports",
	summary: "The imports of a group, newest first.",
	section,
	access: groupReaders,
	params: IdParams,
	query: v.strictObject({ page: PageIndex, size: PageSize() }),
	response: PageOf(CandidateImport),
	problems: ["candidate_group_unavailable"],
});

export const startImport = defineEndpoint({
	method: "POST",
	path: "/candidate-groups/:id/imports",
	summary: `Upload a list of candidates (.xlsx or CSV, at most ${megabytes(maxFileBytes)} and 100,000 rows). Multipart: \`data\` is the JSON, \`file\` the list. It is read in the background; nothing is added until \`…/add\` is called.`,
	section,
	access: importWriters,
	params: IdParams,
	body: multipartBody(
		v.strictObject({
			name: described(
				v.pipe(v.string(), v.transform(visibleLine), v.minLength(1), v.maxLength(200)),
				"What the import is called: the name of its file.",
			),
		}),
	),
	encoding: "multipart",
	response: CandidateImport,
	created: "/candidate-groups/{groupId}/imports/{id}",
	problems: ["candidate_group_unavailable"],
	idempotent: true,
});

export const getImport = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/imports/:importId",
	summary: "One import: its status, columns and counts.",
	section,
	access: groupReaders,
	params: ImportParams,
	response: CandidateImport,
	problems: ["not_found"],
});

export const mapColumns = defineEndpoint({
	method: "PUT",
	path: "/candidate-groups/:id/imports/:importId/columns",
	summary: "Set what each column is, in the file's order; the rows are then checked in the background.",
	section,
	access: importWriters,
	params: ImportParams,
	body: v.strictObject({
		columns: described(
			v.pipe(v.array(v.picklist([...(Object.keys(columnFields) as ColumnField[]), ""])), v.maxLength(100)),
			"What each column is, in the order of the file; empty for nothing.",
		),
	}),
	response: CandidateImport,
	accepted: "/tasks/{task.id}",
	problems: ["not_found", "import_elsewhere"],
});

/** The outcomes of the check of a row, and the results of adding or undoing it. */
export const rowOutcomes = ["new", "updated", "unchanged", "duplicate", "wrong"] as const;
export const rowStates = ["added", "failed", "undone", "kept"] as const;

export const ImportRow = v.object({
	position: whole("The place of the row, from 1."),
	rowNumber: whole("The number of the row in the file."),
	outcome: described(v.nullable(v.picklist(rowOutcomes)), "What the check found; null before it."),
	reasons: described(v.array(v.string()), "Why it is wrong, may be a duplicate or was not added, or what it updates."),
	data: described(CandidateValues, "What the row says of the candidate."),
	state: described(v.nullable(v.picklist(rowStates)), "The state of the row; null until it was added."),
});
export type ImportRow = v.InferOutput<typeof ImportRow>;

export const listImportRows = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/imports/:importId/rows",
	summary: "The rows of a checked import in the file's order, of one outcome or state if it is named.",
	section,
	access: groupReaders,
	params: ImportParams,
	query: v.strictObject({
		outcome: described(v.optional(v.picklist(rowOutcomes, "Unknown outcome")), "Only rows with this outcome."),
		state: described(v.optional(v.picklist(rowStates, "Unknown state")), "Only rows in this state."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(ImportRow),
	problems: ["not_found"],
});

export const addImport = defineEndpoint({
	method: "POST",
	path: "/candidate-groups/:id/imports/:importId/add",
	summary:
		"Add new candidates and update known ones in the background; add possible duplicates only if `addDuplicates` is true.",
	section,
	access: importWriters,
	params: ImportParams,
	body: v.strictObject({ addDuplicates: flag("Whether possible duplicates are added as well.") }),
	response: CandidateImport,
	accepted: "/tasks/{task.id}",
	problems: ["not_found", "import_elsewhere", "import_adds_nothing"],
	idempotent: true,
});

export const undoImport = defineEndpoint({
	method: "POST",
	path: "/candidate-groups/:id/imports/:importId/undo",
	summary:
		"Undo an import: remove the candidates that it added and restore those that it updated. Candidates that were changed since are kept.",
	section,
	access: importWriters,
	params: ImportParams,
	response: CandidateImport,
	accepted: "/tasks/{task.id}",
	problems: ["not_found", "import_elsewhere"],
	idempotent: true,
});

export const discardImport = defineEndpoint({
	method: "DELETE",
	path: "/candidate-groups/:id/imports/:importId",
	summary: "Discard an import that was not carried out.",
	section,
	access: importWriters,
	params: ImportParams,
	response: v.object({ id: text("The id of the discarded import.") }),
	problems: ["not_found", "import_elsewhere"],
});

export const getFailedRows = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/imports/:importId/failed-rows",
	summary: "The rows that were not added, as a workbook: the file's own columns and one with the reason.",
	section,
	access: groupReaders,
	params: ImportParams,
	response: file("The workbook.", "application/octet-stream"),
	problems: ["not_found"],
});
