import { type ListFormat, readListRows } from "#worker/gateways/spreadsheets/read-list";
import type { SheetRow } from "#worker/gateways/spreadsheets/sheet-row";
import { headingAmong } from "#worker/services/uploaded-candidates/suggest-columns";

/** What a first pass over a list finds. */
export interface Survey {
	/** The number of rows above the heading. */
	heading: number;
	columns: { header: string; samples: string[] }[];
	/** The number of rows below the heading. */
	rows: number;
}

/** The heading is one of this many first rows. */
const firstRows = 12;
const sampledRows = 200;
const samplesPerColumn = 3;

/** Reads a list once and keeps none of its rows. @throws UnreadableList */
export const surveyList = async (file: Uint8Array, format: ListFormat): Promise<Survey> => {
	const sample: string[][] = [];
	let [rows, width] = [0, 0];
	for await (const { cells } of readListRows(file, format)) {
		if (rows < sampledRows) sample.push(cells);
		width = Math.max(width, cells.findLastIndex((text) => text !== "") + 1);
		rows++;
	}
	const heading = headingAmong(sample.slice(0, firstRows));
	const below = sample.slice(heading + 1);
	const columns = Array.from({ length: width }, (_, index) => ({
		header: sample[heading]?.[index] || `Column ${index + 1}`,
		samples: [...new Set(below.map((cells) => cells[index] ?? ""))].filter(Boolean).slice(0, samplesPerColumn),
	}));
	return { heading, columns, rows: Math.max(0, rows - heading - 1) };
};

/** A list that is read row by row. */
export interface OpenList {
	/** How many rows were read. */
	at: number;
	/** Reads the next rows: at most this many, and fewer when they are long. */
	take(limit: number): Promise<SheetRow[]>;
	close(): Promise<void>;
}

/** The most characters of rows that are read together. why: one statement stages them. */
const longestTake = 400_000;

/** Opens a list behind its heading and the rows that were read before. */
export const openList = async (
	file: Uint8Array,
	format: ListFormat,
	{ heading, taken }: { heading: number; taken: number },
): Promise<OpenList> => {
	const rows = readListRows(file, format);
	for (let skipped = 0; skipped < heading + 1 + taken; skipped++) await rows.next();
	const list: OpenList = {
		at: taken,
		take: async (limit) => {
			const some: SheetRow[] = [];
			let length = 0;
			while (some.length < limit && length < longestTake) {
				const { value, done } = await rows.next();
				if (done) break;
				some.push(value);
				length += value.cells.reduce((sum, text) => sum + text.length + 3, 0);
			}
			list.at += some.length;
			return some;
		},
		close: async () => {
			await rows.return(undefined);
		},
	};
	return list;
};
