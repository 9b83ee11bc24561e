import type { Cell, SheetFile } from "#worker/gateways/spreadsheets/sheet-file";

const encoder = new TextEncoder();
/** why: without it Excel reads UTF-8 as Windows-1252. */
const byteOrderMark = "\uFEFF";

/** A table as CSV (RFC 4180), for programs that would run a cell as a formula. */
export const csvFile: SheetFile = {
	mimetype: "text/csv; charset=utf-8",
	piece: (headings, rows, before) => {
		const lines = rows.map(lineOf).join("");
		const bytes = encoder.encode(before ? lines : byteOrderMark + lineOf(headings) + lines);
		const size = bytes.length;
		return {
			bytes,
			written: {
				rows: (before?.rows ?? 0) + rows.length,
				columns: headings.length,
				checksum: 0,
				plainSize: (before?.plainSize ?? 0) + size,
				packedSize: (before?.packedSize ?? 0) + size,
			},
		};
	},
	frame: () => ({ before: new Uint8Array(), after: new Uint8Array() }),
};

const lineOf = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(",")}\r\n`;

const fieldOf = (cell: Cell): string => {
	if (cell === null) return "";
	if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
	if (typeof cell === "object") return quoted("day" in cell ? cell.day : cell.moment);
	return quoted(asText(cell));
};

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Puts an apostrophe before text that programs run as a formula, also after blanks and in full-width signs. */
const asText = (text: string): string => (/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text);
