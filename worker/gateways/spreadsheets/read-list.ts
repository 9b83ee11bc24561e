import { visibleLine } from "#worker/contract/text/visible-text";
import { readCsvRows } from "#worker/gateways/spreadsheets/csv-rows";
import { listLimits, type SheetRow, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { readXlsxRows } from "#worker/gateways/spreadsheets/xlsx-rows";

export type ListFormat = "xlsx" | "csv";

/** Reads the rows of a list that are not empty, each text on one line. @throws UnreadableList */
export async function* readListRows(file: Uint8Array, format: ListFormat): AsyncGenerator<SheetRow> {
	let rows = 0;
	for await (const { number, cells } of format === "xlsx" ? readXlsxRows(file) : readCsvRows(file)) {
		// why one more: the heading.
		if (++rows > listLimits.rows + 1) throw new UnreadableList("tooManyRows");
		if (cells.findLastIndex((text) => text !== "") >= listLimits.columns) throw new UnreadableList("tooManyColumns");
		yield { number, cells: cells.map(visibleLine) };
	}
}
