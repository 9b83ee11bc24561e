import { dayMs } from "#worker/contract/day-ms";
import type { Cell } from "#worker/gateways/spreadsheets/sheet-file";

/** Styles of cells, by their position in `stylesXml`. */
const styles = { heading: 1, day: 2, moment: 3 } as const;

const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Days from 1899-12-30, from which Excel counts, to 1970. */
const epoch = 25_569;
/** why: for Excel, 1900 had a 29th of February; dates before the first of March are text. */
const firstDay = 61;
/** The most characters of a cell. */
const longestText = 32_767;
/** Widths of columns, in characters. */
const [narrowest, widest] = [8, 48];

/** Each column is as wide as the longest text of the heading and the first rows. */
const widthsOf = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string =>
	headings
		.map((heading, column) => {
			const longest = Math.max(heading.length + 2, ...rows.map((cells) => lengthOf(cells[column] ?? null)));
			const width = Math.min(widest, Math.max(narrowest, longest + 2));
			return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`;
		})
		.join("");

const lengthOf = (cell: Cell): number => {
	if (typeof cell !== "object" || cell === null) return String(cell ?? "").length;
	return "day" in cell ? cell.day.length : cell.moment.length;
};

/** The beginning of a sheet: the heading stays visible, and every column is wide enough to read. */
export const beginSheet = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string => {
	const heading = headings.map((text, column) => textCell(`${letterOf(column)}1`, text, styles.heading)).join("");
	return `${declaration}<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widthsOf(headings, rows)}</cols><sheetData><row r="1">${heading}</row>`;
};

/** The end of a sheet, with a filter in its heading. */
export const endSheet = ({ rows, columns }: { rows: number; columns: number }): string =>
	`</sheetData>${columns > 0 ? `<autoFilter ref="A1:${letterOf(columns - 1)}${rows + 1}"/>` : ""}</worksheet>`;

/** A row with its number; the heading's is 1. */
export const rowXml = (cells: readonly Cell[], number: number): string => {
	const inside = cells.map((cell, column) => cellXml(`${letterOf(column)}${number}`, cell)).join("");
	return `<row r="${number}">${inside}</row>`;
};

const letters: string[] = [];

/** 0 is A, 26 is AA. */
const letterOf = (column: number): string => {
	const known = letters[column];
	if (known) return known;
	const last = String.fromCharCode(65 + (column % 26));
	const letter = column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last;
	letters[column] = letter;
	return letter;
};

const cellXml = (at: string, cell: Cell): string => {
	if (cell === null || cell === "") return "";
	if (typeof cell === "string") return textCell(at, cell);
	if (typeof cell === "number") return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : "";
	return "day" in cell ? dateCell(at, cell.day, styles.day) : dateCell(at, cell.moment, styles.moment);
};

/** Text stays text whatever it begins with: nothing in it is a formula. */
const textCell = (at: string, text: string, style?: number): string =>
	`<c r="${at}"${style === undefined ? "" : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

/** why as if in UTC: a cell has no zone, and shows the local time. */
const dateCell = (at: string, text: string, style: number): string => {
	const [day = "", time = "00:00"] = text.split(" ");
	const serial = Date.parse(`${day}T${time}Z`) / dayMs + epoch;
	return serial >= firstDay ? `<c r="${at}" s="${style}"><v>${serial}</v></c>` : textCell(at, text);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML does not allow.
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** why the underscore: `_x0041_` stands for the letter A in a sheet. */
const xmlText = (text: string): string =>
	(text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text)
		.replace(/\r\n?/g, "\n")
		.replace(unwritable, "")
		.replace(/[&<>]/g, (sign) => escapes[sign] ?? "")
		.replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_");

const typesOf = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";

/** A small sheet that is written whole. */
export interface WholeSheet {
	/** At most 31 plain letters. */
	name: string;
	headings: readonly string[];
	rows: readonly (readonly Cell[])[];
}

const pathOf = (number: number): string => `xl/worksheets/sheet${number}.xml`;

/** The path of the sheet that is written piece by piece. */
export const sheetPath = pathOf(1);

const wholeXml = ({ headings, rows }: WholeSheet): string =>
	beginSheet(headings, rows) +
	rows.map((cells, index) => rowXml(cells, index + 2)).join("") +
	endSheet({ rows: rows.length, columns: headings.length });

/** Returns the files of a workbook around the sheet at `sheetPath`. @param before sheets that are shown before it */
export const workbookParts = (before: readonly WholeSheet[]): (readonly [path: string, xml: string])[] => [
	...before.map((sheet, index) => [pathOf(index + 2), wholeXml(sheet)] as const),
	[
		"[Content_Types].xml",
		`${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typesOf}.sheet.main+xml"/>${["", ...before].map((_, index) => `<Override PartName="/${pathOf(index + 1)}" ContentType="${typesOf}.worksheet+xml"/>`).join("")}<Override PartName="/xl/styles.xml" ContentType="${typesOf}.styles+xml"/></Types>`,
	],
	[
		"_rels/.rels",
		`${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	],
	[
		"xl/workbook.xml",
		`${declaration}<workbook xmlns="${namespace}" xmlns:r="${relations}"><sheets>${before.map(({ name }, index) => `<sheet name="${name}" sheetId="${index + 2}" r:id="rId${index + 3}"/>`).join("")}<sheet name="Applicants" sheetId="1" r:id="rId1"/></sheets></workbook>`,
	],
	[
		"xl/_rels/workbook.xml.rels",
		`${declaration}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/>${before.map((_, index) => `<Relationship Id="rId${index + 3}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 2}.xml"/>`).join("")}</Relationships>`,
	],
	[
		"xl/styles.xml",
		`${declaration}<styleSheet xmlns="${namespace}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
	],
];
