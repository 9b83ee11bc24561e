import { detectDelimiter, streamCsvRows } from "hucre/csv";
import { visibleLine } from "#worker/contract/text/visible-text";
import { cleanFileName } from "#worker/gateways/files/check-file";
import { sniffFile } from "#worker/gateways/files/sniff-file";
import { listLimits, listRefusals, type SheetRow, UnreadableList } from "#worker/gateways/spreadsheets/list-limits";
import { readXlsxRows } from "#worker/gateways/spreadsheets/xlsx-rows";
import { readZipDirectory } from "#worker/gateways/spreadsheets/zip-directory";

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

/** Reads the rows of a CSV file, whatever its separator; formulas are text. @throws UnreadableList */
function* readCsvRows(file: Uint8Array): Generator<SheetRow> {
	const text = decodeText(file).replace(/^\uFEFF/, "");
	// why: Excel names the separator in a line of its own.
	const named = /^sep=(.)\r?\n/i.exec(text);
	const body = named ? text.slice(named[0].length) : text;
	const delimiter = named?.[1] ?? detectDelimiter(body.slice(0, listLimits.rowLength));
	checkRows(body, delimiter);
	let number = named ? 1 : 0;
	for (const row of streamCsvRows(body, { delimiter, unescapeFormulae: true })) {
		number++;
		const cells = row
			.slice(0, listLimits.columns + 1)
			.map((cell) => String(cell ?? "").slice(0, listLimits.cellLength));
		if (cells.some((cell) => cell.trim() !== "")) yield { number, cells };
	}
}

/**
 * Checks that no row is too long or has too many cells. why before reading: the library collects a whole row first, at
 * up to 30 bytes a character. @throws UnreadableList
 */
const checkRows = (text: string, delimiter: string): void => {
	const [quote, lineFeed, carriageReturn, separator] = ['"', "\n", "\r", delimiter].map((char) => char.charCodeAt(0));
	let [rowStart, cellStart, cells, isQuoted, closedAt] = [0, 0, 1, false, -1];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (at - rowStart > listLimits.rowLength) throw new UnreadableList("rowTooLong");
		if (code === quote && isQuoted) [isQuoted, closedAt] = [false, at];
		// why: a quote after a closing one stands for itself, and the cell goes on.
		else if (code === quote) isQuoted = at === cellStart || (closedAt >= 0 && at === closedAt + 1);
		else if (isQuoted) continue;
		else if (code === separator) {
			cellStart = at + 1;
			if (++cells > listLimits.cells) throw new UnreadableList("tooManyColumns");
		} else if (code === lineFeed || code === carriageReturn) [rowStart, cellStart, cells] = [at + 1, at + 1, 1];
	}
};

const looked = 4_000;

/** Decodes UTF-8, UTF-16 or Windows-1252, by the bytes. @throws UnreadableList for bytes that are not text */
const decodeText = (bytes: Uint8Array): string => {
	const text = decode(bytes);
	if (text.includes("\0")) throw new UnreadableList("notAList");
	return text;
};

const decode = (bytes: Uint8Array): string => {
	const wide = wideEncodingOf(bytes);
	if (wide) return new TextDecoder(wide).decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		// why: a file that is not UTF-8 was saved by an Excel of Western Europe or West Africa.
		return new TextDecoder("windows-1252").decode(bytes);
	}
};

/** Checks for UTF-16, by its mark or by a zero beside nearly every letter. */
const wideEncodingOf = (bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined => {
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
	const zeros = [0, 0];
	const sample = bytes.subarray(0, looked);
	for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	if (odd > sample.length / 3 && even < odd / 4) return "utf-16le";
	return even > sample.length / 3 && odd < even / 4 ? "utf-16be" : undefined;
};

interface AcceptedList {
	name: string;
	format: ListFormat;
}

/** Checks by its content whether a file is a list of the type in its name. A refusal is a text for the user. */
export const checkListFile = (file: {
	name: string;
	bytes: Uint8Array<ArrayBuffer>;
}): AcceptedList | { refusal: string } => {
	if (file.bytes.length === 0) return { refusal: listRefusals.empty };
	const name = cleanFileName(file.name);
	const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
	try {
		return isArchive(file.bytes) ? checkWorkbook(file.bytes, name, ending) : checkText(file.bytes, name, ending);
	} catch (error) {
		if (error instanceof UnreadableList) return { refusal: error.refusal };
		throw error;
	}
};

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
const isArchive = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 3, 4);
const isOldOffice = (bytes: Uint8Array) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

const workbookEndings = ["xlsx", "xlsm"];
const textEndings = ["csv", "tsv", "txt"];

const checkWorkbook = (bytes: Uint8Array, name: string, ending: string): AcceptedList | { refusal: string } => {
	const parts = readZipDirectory(bytes);
	if (!parts.has("[Content_Types].xml") || ![...parts.keys()].some((part) => part.startsWith("xl/")))
		return { refusal: listRefusals.noWorkbook };
	const declared = [...parts.values()].reduce((sum, part) => sum + part.bytes, 0);
	if (declared > listLimits.unpackedBytes) return { refusal: listRefusals.tooLarge };
	if (textEndings.includes(ending)) return { refusal: listRefusals.workbookNamedText };
	return workbookEndings.includes(ending) ? { name, format: "xlsx" } : { refusal: listRefusals.notAList };
};

const checkText = (
	bytes: Uint8Array<ArrayBuffer>,
	name: string,
	ending: string,
): AcceptedList | { refusal: string } => {
	if (isOldOffice(bytes)) return { refusal: listRefusals.oldExcel };
	const sniffed = sniffFile(bytes);
	if (sniffed && sniffed.mimetype !== "text/plain") return { refusal: listRefusals.notAList };
	if (workbookEndings.includes(ending)) return { refusal: listRefusals.textNamedWorkbook };
	return textEndings.includes(ending) ? { name, format: "csv" } : { refusal: listRefusals.notAList };
};
