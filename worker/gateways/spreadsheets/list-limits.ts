/** The limits of an uploaded list. */
export const listLimits = {
	rows: 100_000,
	columns: 60,
	/** Characters of a cell that are read. */
	cellLength: 1_000,
	/** Characters of a row of a CSV file, and the cells it may have, empty ones included. */
	rowLength: 200_000,
	cells: 1_000,
	/** How deep the elements of a workbook may be nested, and the characters of one tag or comment. */
	depth: 50,
	tokenLength: 500_000,
	/** Bytes that a part of a workbook other than its sheet, its texts and its styles may unpack to. */
	smallPartBytes: 4_000_000,
	styles: 100_000,
	/** Bytes that the read parts of a workbook may unpack to. */
	unpackedBytes: 200_000_000,
	/** Characters of a workbook's texts, and how many there may be. */
	textLength: 10_000_000,
	texts: 1_000_000,
} as const;

export const listRefusals = {
	empty: "The file is empty. Choose another one.",
	noRows: "The file has a heading and no row below it, or nothing at all.",
	unreadable: "The file is damaged and cannot be read. Save it again and try once more.",
	locked: "The file is protected by a password. Save it without one and try once more.",
	oldExcel: "This is an old Excel workbook (.xls), or a protected one. Save it as .xlsx or as CSV.",
	notAList: "This is not a list. Choose an Excel workbook (.xlsx) or a CSV file.",
	noWorkbook: "This is not an Excel workbook. Save it as .xlsx or as CSV.",
	textNamedWorkbook: "The file is named like a workbook and holds text. Call it .csv, or save it as .xlsx.",
	workbookNamedText: "The file is named like a text and holds a workbook. Call it .xlsx, or save it as CSV.",
	tooLarge: "The file unpacks to more than is read at once. Split it, or save it as CSV.",
	tooManyRows: "The file has more than 100,000 rows, the most that is read at once. Split it.",
	tooManyColumns: "The file has more than 60 columns. Take out those that are not needed.",
	tooManyTexts: "The cells of the file hold more text than is read at once. Split it.",
	rowTooLong: "A row of the file has more than 200,000 characters. Check its quotation marks and line breaks.",
} as const;

/** A list that cannot be read, with the reason for its sender. */
export class UnreadableList extends Error {
	readonly refusal: string;

	constructor(reason: keyof typeof listRefusals, cause?: unknown) {
		super(reason, { cause });
		this.name = "UnreadableList";
		this.refusal = listRefusals[reason];
	}
}

export interface SheetRow {
	/** Its number in the file, from 1. */
	number: number;
	/** Its texts by column. */
	cells: string[];
}
