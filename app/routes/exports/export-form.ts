import { maxSelected } from "#app/list/list-address";
import { type ApplicantFilter, filterOf } from "#worker/contract/applicant-filter";
import type { ExportFormat, NewExport } from "#worker/services/exports/contract";

/** The applicants of an export: the selected, all that match the filters, or all of the application. */
export type ExportMode = "selected" | "matching" | "all";

export interface TypedExport {
	who: ExportMode;
	columns: string[];
	format: ExportFormat;
	/** Whether sensitive answers are written as they are. */
	isClear: boolean;
}

export const readExport = (form: FormData): TypedExport & { ids: string[]; idempotencyKey: string } => {
	const who = form.get("who");
	return {
		who: who === "selected" || who === "matching" ? who : "all",
		columns: form.getAll("column").map(String),
		format: form.get("format") === "csv" ? "csv" : "xlsx",
		isClear: form.get("isClear") === "on",
		ids: form.getAll("id").map(String).slice(0, maxSelected),
		idempotencyKey: String(form.get("idempotencyKey") ?? ""),
	};
};

export const exportBody = (
	{ who, columns, format, isClear, ids }: Omit<ReturnType<typeof readExport>, "idempotencyKey">,
	filter: ApplicantFilter,
	applicationId: string,
): Pick<NewExport, "applicationId" | "columns" | "format"> & Partial<NewExport> => {
	const asked = { applicationId, columns, format, ...(isClear && { isClear }) };
	if (who === "selected") return { ...asked, candidateIds: ids };
	if (who === "all") return asked;
	const { sort: _, ...others } = filterOf(filter);
	return { ...others, ...asked };
};
