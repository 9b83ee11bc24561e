import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { decodeText } from "#worker/gateways/spreadsheets/decode-text";
import { listLimits } from "#worker/gateways/spreadsheets/list-limits";
import type { SheetRow } from "#worker/gateways/spreadsheets/sheet-row";

/**
 * Reads the rows of a CSV file, whatever separates its columns. Formulas are text like any other. @throws
 * UnreadableList
 */
export function* readCsvRows(file: Uint8Array): Generator<SheetRow> {
	const text = decodeText(file).replace(/^\uFEFF/, "");
	// why: Excel names the separator in a line of its own.
	const named = /^sep=(.)\r?\n/i.exec(text);
	const body = named ? text.slice(named[0].length) : text;
	const delimiter = named?.[1] ?? detectDelimiter(body);
	let number = named ? 1 : 0;
	for (const row of streamCsvRows(body, { delimiter, unescapeFormulae: true })) {
		number++;
		const cells = row
			.slice(0, listLimits.columns + 1)
			.map((cell) => String(cell ?? "").slice(0, listLimits.cellLength));
		if (cells.some((cell) => cell.trim() !== "")) yield { number, cells };
	}
}
