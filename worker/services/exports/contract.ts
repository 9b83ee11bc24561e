import * as v from "valibot";
import { ApplicantFilter } from "#worker/contract/applicant-filter";
import { described, flag, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";
import { maxSelection } from "#worker/services/applicants/selection.contract";

/** An export shows what the list and the record show, so everybody who can see applicants may have it (§6). */
const access = anyOf("candidate");
const section = "§7 Candidates";

/** The most applicants in one file: the rows of an Excel sheet. */
export const maxExported = 1_000_000;
const maxColumns = 200;

export const ExportFormat = v.picklist(["xlsx", "csv"], "Choose Excel or CSV.");
export type ExportFormat = v.InferOutput<typeof ExportFormat>;

const ExportColumns = v.pipe(
	v.array(v.pipe(v.string(), v.minLength(1, "Unknown column"), v.maxLength(200, "Unknown column"))),
	v.minLength(1, "Choose at least one column."),
	v.maxLength(maxColumns, `At most ${maxColumns} columns at a time.`),
);

const { sort: _, ...filter } = ApplicantFilter.entries;

/** The applicants to export: those named, otherwise those that the filter of the list matches. */
const Exported = {
	...filter,
	applicationId: described(Id, "The application."),
	candidateIds: described(
		v.optional(
			v.pipe(
				v.array(Id),
				v.maxLength(maxSelection, `At most ${maxSelection.toLocaleString("en")} applicants at a time.`),
			),
			[],
		),
		"The ids of the applicants; without them the filter decides.",
	),
};

export const NewExport = v.strictObject(
	{
		...Exported,
		columns: described(ExportColumns, "The ids of the columns, in order."),
		format: described(ExportFormat, "The format of the file."),
		isClear: described(
			v.optional(v.boolean(), false),
			"Whether sensitive answers are written as they are, which is logged; `candidate:u` may. Otherwise they are masked.",
		),
	},
	(issue) => (issue.expected === '"columns"' ? "Choose at least one column." : issue.message),
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
	response: v.object({
		taskId: text("The task that writes the file."),
		applicants: whole("How many applicants are exported."),
	}),
	accepted: "/tasks/{taskId}",
	problems: [
		...([
			"application_unavailable",
			"nothing_to_export",
			"export_too_large",
			"stage_unknown",
			"too_many_tasks",
		] as const),
		"forbidden",
	],
	idempotent: true,
});

export const ExportColumn = v.object({
	id: text("The id of the column."),
	label: text("The heading of the column."),
	section: text("Where it is listed: a section of the form, or the record."),
	isSensitive: flag("Whether its answers are masked, unless the export is to have them as they are."),
});
export type ExportColumn = v.InferOutput<typeof ExportColumn>;

export const listExportColumns = defineEndpoint({
	method: "GET",
	path: "/candidate-export/columns",
	summary: "The columns an export of an application can have, with those that the user chose last time.",
	section,
	access,
	query: v.strictObject({ applicationId: described(Id, "The application.") }),
	response: v.object({
		columns: described(v.array(ExportColumn), "The columns to choose from."),
		chosen: described(v.array(v.string()), "The ids of the columns that the user chose last."),
		format: described(ExportFormat, "The format that the user chose last."),
	}),
	problems: ["application_unavailable"],
});
