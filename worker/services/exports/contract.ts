import * as v from "valibot";
import { ApplicantFilter } from "#worker/contract/applicant-filter";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";
import { maxSelection } from "#worker/services/applicants/selection.contract";

/** An export shows what the list and the record show, so whoever sees applicants may have it (§6). */
const access = anyOf("candidate");
const section = "§7 Candidates";

/** Applicants one file may hold: what a sheet of Excel has room for. */
export const maxExported = 1_000_000;
/** Columns one file may have. */
const maxColumns = 200;

export const ExportFormat = v.picklist(["xlsx", "csv"], "Choose Excel or CSV.");
export type ExportFormat = v.InferOutput<typeof ExportFormat>;

const ExportColumns = v.pipe(
	v.array(v.pipe(v.string(), v.minLength(1, "Unknown column"), v.maxLength(200, "Unknown column"))),
	v.minLength(1, "Choose at least one column."),
	v.maxLength(maxColumns, `At most ${maxColumns} columns at a time.`),
);

const { sort: _, ...filter } = ApplicantFilter.entries;

/** Which applicants of the application: those named, else those that the list's filters let through. */
const Exported = {
	...filter,
	applicationId: Id,
	candidateIds: v.optional(
		v.pipe(
			v.array(Id),
			v.maxLength(maxSelection, `At most ${maxSelection.toLocaleString("en")} applicants at a time.`),
		),
		[],
	),
};

export const NewExport = v.strictObject({ ...Exported, columns: ExportColumns, format: ExportFormat }, (issue) =>
	issue.expected === '"columns"' ? "Choose at least one column." : issue.message,
);
export type NewExport = v.InferOutput<typeof NewExport>;

export const exportCandidates = defineEndpoint({
	method: "POST",
	path: "/candidate-export",
	summary:
		"Write applicants of an application into an Excel or CSV file in the background: those named, or all that the filters let through. The answer names the task, whose file is downloaded.",
	section,
	access,
	body: NewExport,
	response: v.object({ taskId: v.string(), applicants: v.number() }),
	accepted: "/tasks/{taskId}",
	problems: ["application_unavailable", "nothing_to_export", "export_too_large", "stage_unknown"],
	idempotent: true,
});

/** A column that can be chosen. */
export const ExportColumn = v.object({
	id: v.string(),
	label: v.string(),
	/** Under which it is listed: the section of the form, or the record. */
	section: v.string(),
});
export type ExportColumn = v.InferOutput<typeof ExportColumn>;

export const listExportColumns = defineEndpoint({
	method: "GET",
	path: "/candidate-export/columns",
	summary: "The columns an export of an application can have, with those that the user chose the last time.",
	section,
	access,
	query: v.strictObject({ applicationId: Id }),
	response: v.object({ columns: v.array(ExportColumn), chosen: v.array(v.string()), format: ExportFormat }),
	problems: ["application_unavailable"],
});
