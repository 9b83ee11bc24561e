import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { streamWorkbook } from "#worker/gateways/spreadsheets/stream-workbook";
import { findImport, readFailedRows } from "#worker/services/uploaded-candidates/imports.queries";

const pageSize = 500;

/** Streams a workbook of the rows that were not added, with the reasons in a column of their own. */
export const openFailedRows = async (ctx: OrgContext, params: { id: string; importId: string }) => {
	const found = await findImport(ctx, params);
	if (!found?.columns) return fail("not_found");
	const headings = [...found.columns.map(({ header }) => header), "Error"];
	const width = found.columns.length;
	const rows = async function* () {
		for (let after = 0; ; ) {
			const page = await readFailedRows(ctx, found.id, { after, limit: pageSize });
			for (const { cells, reasons } of page)
				yield [...Array.from({ length: width }, (_, index) => cells[index] ?? ""), (reasons ?? []).join(" ")];
			const last = page.at(-1);
			if (!last || page.length < pageSize) return;
			after = last.position;
		}
	};
	const name = `${found.name.replace(/\.\w+$/, "")} (not added).xlsx`;
	return ok({ name, body: streamWorkbook(headings, rows()) });
};
