import * as v from "valibot";
import { described, file, flag, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import { multipartBody } from "#worker/contract/forms/file-part";
import { Id, IdParams } from "#worker/contract/ids";
import { Import, ImportRow, ListDetails, rowFilter } from "#worker/contract/imports";
import { PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { CandidateValues, candidateFields, groupReaders } from "#worker/services/uploaded-candidates/contract";

const section = "§2 Uploaded candidates";
export const importWriters = ["candigroup:u"] as const;

/** The fields that a column can hold. A full name is split into its parts, surname first. */
export const columnFields = { ...candidateFields, fullName: "Full name" } as const;
export type ColumnField = keyof typeof columnFields;
export const isColumnField = (text: string): text is ColumnField => Object.hasOwn(columnFields, text);

export const CandidateImport = v.object({
	...Import.entries,
	groupId: text("The id of the group."),
	addsDuplicates: flag("Whether possible duplicates are added as well."),
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
	body: multipartBody(ListDetails),
	encoding: "multipart",
	response: CandidateImport,
	created: "/candidate-groups/{groupId}/imports/{id}",
	problems: ["candidate_group_unavailable", "too_many_tasks"],
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

export const CandidateImportRow = v.object({
	...ImportRow.entries,
	reasons: described(v.array(v.string()), "Why it is wrong, may be a duplicate or was not added, or what it updates."),
	data: described(CandidateValues, "What the row says of the candidate."),
});
export type CandidateImportRow = v.InferOutput<typeof CandidateImportRow>;

export const listImportRows = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/imports/:importId/rows",
	summary: "The rows of a checked import in the file's order, of one outcome or state if it is named.",
	section,
	access: groupReaders,
	params: ImportParams,
	query: v.strictObject({
		...rowFilter,
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(CandidateImportRow),
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
