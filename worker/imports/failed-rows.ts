import type { OrgContext } from "#worker/context";
import { streamWorkbook } from "#worker/gateways/spreadsheets/stream-workbook";
import { type FoundImport, readFailedRows } from "#worker/imports/imports.queries";

const pageSize = 500;

/** Streams a workbook of the rows that were not added, with the reasons in a column of their own. */
export const streamFailedRows = (
	ctx: OrgContext,
	{ id, name, columns }: Pick<FoundImport, "id" | "name" | "columns">,
	/** What they were not. */
	what = "added",
) => {
	const headings = (columns ?? []).map(({ header }) => header);
	const rows = async function* () {
		for (let after = 0; ; ) {
			const page = await readFailedRows(ctx, id, { after, limit: pageSize });
			for (const { cells, reasons } of page)
				yield [...headings.map((_, index) => cells[index] ?? ""), (reasons ?? []).join(" ")];
			const last = page.at(-1);
			if (!last || page.length < pageSize) return;
			after = last.position;
		}
	};
	return {
		name: `${name.replace(/\.\w+$/, "")} (not ${what}).xlsx`,
		body: streamWorkbook([...headings, "Error"], rows()),
	};
};
