import type { SheetRow } from "#worker/gateways/spreadsheets/list-limits";
import { type ListFormat, readListRows } from "#worker/gateways/spreadsheets/read-list";
import { headingAmong } from "#worker/services/uploaded-candidates/suggest-columns";

/** What a list is before its rows are taken: where its heading is, what its columns are called and hold. */
export interface Survey {
	/** Rows above the heading. */
	heading: number;
	columns: { header: string; samples: string[] }[];
	/** Below the heading. */
	rows: number;
}

/** A heading stands among the first of these. */
const firstRows = 12;
const sampledRows = 200;
const samplesPerColumn = 3;

/** Goes once through a list and keeps nothing of it. @throws UnreadableList */
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

/** A list whose rows are taken one after another. */
export interface OpenList {
	/** How many were taken. */
	at: number;
	/** The next rows, at most so many, and fewer when they are long. */
	take(limit: number): Promise<SheetRow[]>;
	close(): Promise<void>;
}

/** Characters of the rows that are taken together. why: they travel in one statement. */
const longestTake = 400_000;

/** Opens a list behind its heading and the rows that were taken before. */
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
