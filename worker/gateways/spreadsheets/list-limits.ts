/** The limits of an uploaded list. */
export const listLimits = {
	rows: 100_000,
	columns: 60,
	/** Characters of a cell that are read. */
	cellLength: 1_000,
	/** Bytes that the read parts of a workbook may unpack to. */
	unpackedBytes: 200_000_000,
	/** Characters of a workbook's texts, and how many there may be. */
	textLength: 20_000_000,
	texts: 1_500_000,
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
	tooLarge: "The file unpacks to more than 200 MB and is not read. Split it.",
	tooManyRows: "The file has more than 100,000 rows, the most that is read at once. Split it.",
	tooManyColumns: "The file has more than 60 columns. Take out those that are not needed.",
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
