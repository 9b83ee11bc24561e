import { dayMs } from "#worker/contract/day-ms";
import { listLimits, type SheetRow, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { type Archive, readXml } from "#worker/gateways/spreadsheets/read-xml";
import { beginUnpacking } from "#worker/gateways/spreadsheets/unpack-part";
import { readWorkbook, type WorkbookParts } from "#worker/gateways/spreadsheets/workbook-parts";
import { readZipDirectory } from "#worker/gateways/spreadsheets/zip-directory";

/**
 * Reads the rows of the first sheet as texts, on demand; a formula counts for the value stored with it. @throws
 * UnreadableList why no library: those available read ahead, and keep a whole sheet in memory.
 */
export async function* readXlsxRows(file: Uint8Array): AsyncGenerator<SheetRow> {
	const archive: Archive = { file, parts: readZipDirectory(file), unpacking: beginUnpacking() };
	const workbook = await readWorkbook(archive);
	const sheet = listenToSheet(workbook);
	for await (const _ of readXml(archive, workbook.sheet, sheet.listener)) yield* sheet.take();
}

interface OpenCell {
	column: number;
	type: string;
	style: number;
	text: string;
}

const listenToSheet = (workbook: WorkbookParts) => {
	let rows: SheetRow[] = [];
	let [number, nextColumn] = [0, 0];
	let cells: string[] | undefined;
	let cell: OpenCell | undefined;
	let isText = false;
	const open = (name: string, { r = "", t = "n", s = "" }: Record<string, string>) => {
		if (name === "row") {
			number = /^\d{1,7}$/.test(r) ? Number(r) : number + 1;
			nextColumn = 0;
			cells = [];
		} else if (name === "c" && cells) {
			const column = columnOf(r) ?? nextColumn;
			nextColumn = column + 1;
			cell = { column, type: t, style: Number(s), text: "" };
		} else if (name === "v" || name === "t") isText = cell !== undefined;
		else if (name === "rPh" || name === "f") isText = false;
	};
	const close = (name: string) => {
		if (name === "v" || name === "t") isText = false;
		else if (name === "c" && cell && cells) {
			const text = textOfCell(cell, workbook);
			// why only with text: workbooks have stray formats far to the right.
			if (cell.column < listLimits.columns) put(cells, cell.column, text);
			else if (text !== "") throw new UnreadableList("tooManyColumns");
			cell = undefined;
		} else if (name === "row" && cells) {
			if (cells.some((text) => text !== "")) rows.push({ number, cells });
			cells = undefined;
		}
	};
	const text = (more: string) => {
		if (isText && cell && cell.text.length < listLimits.cellLength) cell.text += more.slice(0, listLimits.cellLength);
	};
	return {
		listener: { open, text, close },
		take: (): SheetRow[] => {
			const taken = rows;
			rows = [];
			return taken;
		},
	};
};

const put = (cells: string[], column: number, text: string): void => {
	while (cells.length < column) cells.push("");
	cells[column] = text;
};

/** Returns the column that a cell's address names: 0 for A. */
const columnOf = (address: string): number | undefined => {
	const letters = /^[A-Z]{1,3}/.exec(address)?.[0];
	return letters === undefined
		? undefined
		: [...letters].reduce((column, letter) => 26 * column + letter.charCodeAt(0) - 64, 0) - 1;
};

const textOfCell = ({ type, style, text }: OpenCell, { texts, dateStyles, isFrom1904 }: WorkbookParts): string => {
	if (type === "s") return texts[Number(text)] ?? "";
	if (type === "b") return text === "1" ? "TRUE" : text === "" ? "" : "FALSE";
	if (type === "d") return text.slice(0, 10);
	if (type !== "n") return text;
	const value = Number(text);
	if (text === "" || Number.isNaN(value)) return text;
	if (dateStyles[style]) return dateOf(value, isFrom1904);
	// why: numbers of many digits are names, not amounts.
	return /^\d+$/.test(text) ? text : String(value);
};

const lastDay = 2_958_465;

const dateOf = (serial: number, isFrom1904: boolean): string => {
	const day = Math.floor(serial) + (isFrom1904 ? 1_462 : 0);
	if (day < 1 || day > lastDay) return String(serial);
	// why 25569: days from Excel's beginning, which counts a February 29th of 1900, to 1970.
	return new Date((day - 25_569 + (day < 60 ? 1 : 0)) * dayMs).toISOString().slice(0, 10);
};
