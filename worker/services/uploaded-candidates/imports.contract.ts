import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { multipartBody } from "#worker/contract/forms/file-part";
import { Id, IdParams } from "#worker/contract/ids";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { visibleLine } from "#worker/contract/text/visible-text";
import { CandidateValues, candidateFields, groupReaders } from "#worker/services/uploaded-candidates/contract";

const section = "§2 Uploaded candidates";
export const importWriters = ["candigroup:u"] as const;

/** What a column can be taken for. A whole name is cut into its parts: surname first. */
export const columnFields = { ...candidateFields, fullName: "Full name" } as const;
export type ColumnField = keyof typeof columnFields;
export const isColumnField = (text: string): text is ColumnField => Object.hasOwn(columnFields, text);

/** The part of the body that the file comes in. */
export const filePart = "file";

/** A column of a file: its heading, the first texts in it, and what it is taken for. */
const ImportColumn = v.object({ header: v.string(), samples: v.array(v.string()), field: v.string() });
export type ImportColumn = v.InferOutput<typeof ImportColumn>;

/** A file of candidates on its way into a group, or in it. */
export const CandidateImport = v.object({
	id: v.string(),
	groupId: v.string(),
	name: v.string(),
	/** In bytes. */
	size: v.number(),
	/**
	 * reading, then mapping: its columns wait to be confirmed. checking, then ready: it waits to be added. adding, added,
	 * undoing, undone; refused: it cannot be read; discarded.
	 */
	status: v.picklist([
		...["reading", "mapping", "checking", "ready", "adding", "added"],
		...["undoing", "undone", "refused", "discarded"],
	] as const),
	/** Why the file was refused. */
	refusal: v.nullable(v.string()),
	/** Null until it was read. `field` is what the column was, or is suggested to be, taken for; '' for nothing. */
	columns: v.nullable(v.array(ImportColumn)),
	/** Rows below the heading. */
	rows: v.number(),
	/** Rows by outcome; once it was carried out also `added`, `failed`, `undone` and `kept`. */
	counts: v.record(v.string(), v.number()),
	addsDuplicates: v.boolean(),
	createdByName: v.string(),
	createdAt: v.number(),
	addedAt: v.nullable(v.number()),
	/** The task that works on it, or did last. */
	task: v.nullable(v.object({ id: v.string(), status: v.string(), done: v.number(), total: v.number() })),
});
export type CandidateImport = v.InferOutput<typeof CandidateImport>;

const ImportParams = v.strictObject({ id: Id, importId: Id });

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
	summary:
		"Upload a list of candidates (.xlsx or CSV, at most 10 MB and 100,000 rows). Multipart: `data` is the JSON, `file` the list. It is read in the background; nothing is added before it is asked for.",
	section,
	access: importWriters,
	params: IdParams,
	body: multipartBody(
		v.strictObject({
			/** What the import is called in the list of imports: its file's name. */
			name: v.pipe(v.string(), v.transform(visibleLine), v.minLength(1), v.maxLength(200)),
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
	summary: "How far an import is, its columns and its counts.",
	section,
	access: groupReaders,
	params: ImportParams,
	response: CandidateImport,
	problems: ["not_found"],
});

export const mapColumns = defineEndpoint({
	method: "PUT",
	path: "/candidate-groups/:id/imports/:importId/columns",
	summary: "Say what each column is, in the file's order; the rows are then checked in the background.",
	section,
	access: importWriters,
	params: ImportParams,
	body: v.strictObject({
		columns: v.pipe(v.array(v.picklist([...(Object.keys(columnFields) as ColumnField[]), ""])), v.maxLength(100)),
	}),
	response: CandidateImport,
	accepted: "/tasks/{task.id}",
	problems: ["not_found", "import_elsewhere"],
});

/** What can be found of a row, and what can become of it. */
export const rowOutcomes = ["new", "updated", "unchanged", "duplicate", "wrong"] as const;
export const rowStates = ["added", "failed", "undone", "kept"] as const;

export const ImportRow = v.object({
	/** From 1, without gaps. */
	position: v.number(),
	/** As the file numbers it. */
	rowNumber: v.number(),
	outcome: v.nullable(v.picklist(rowOutcomes)),
	/** Why it is wrong, may be a duplicate or was not added; what an update changes. */
	reasons: v.array(v.string()),
	data: CandidateValues,
	state: v.nullable(v.picklist(rowStates)),
});
export type ImportRow = v.InferOutput<typeof ImportRow>;

export const listImportRows = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/imports/:importId/rows",
	summary: "The rows of a checked import in the file's order; those of one outcome, or of what became of them.",
	section,
	access: groupReaders,
	params: ImportParams,
	query: v.strictObject({
		outcome: v.optional(v.picklist(rowOutcomes, "Unknown outcome")),
		state: v.optional(v.picklist(rowStates, "Unknown state")),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(ImportRow),
	problems: ["not_found"],
});

export const addImport = defineEndpoint({
	method: "POST",
	path: "/candidate-groups/:id/imports/:importId/add",
	summary: "Add what is new and update what is known, in the background; possible duplicates only when asked for.",
	section,
	access: importWriters,
	params: ImportParams,
	body: v.strictObject({ addDuplicates: v.boolean() }),
	response: CandidateImport,
	accepted: "/tasks/{task.id}",
	problems: ["not_found", "import_elsewhere", "import_adds_nothing"],
	idempotent: true,
});

export const undoImport = defineEndpoint({
	method: "POST",
	path: "/candidate-groups/:id/imports/:importId/undo",
	summary: "Take out whom an import has added and restore whom it has updated; who was changed since is kept.",
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
	summary: "Put an import away that was not carried out.",
	section,
	access: importWriters,
	params: ImportParams,
	response: v.object({ id: v.string() }),
	problems: ["not_found", "import_elsewhere"],
});

export const getFailedRows = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/imports/:importId/failed-rows",
	summary: "The rows that were not added, as a workbook: the file's own columns and one with the reason.",
	section,
	access: groupReaders,
	params: ImportParams,
	response: v.instance(Response),
	problems: ["not_found"],
});
