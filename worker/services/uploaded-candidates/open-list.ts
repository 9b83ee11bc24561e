import type { SheetRow } from "#worker/gateways/spreadsheets/list-limits";
import { type ListFormat, readListRows } from "#worker/gateways/spreadsheets/read-list";
import { headingAmong } from "#worker/services/uploaded-candidates/suggest-columns";

/** The heading is one of this many first rows. */
const firstRows = 12;
const sampledRows = 200;
const samplesPerColumn = 3;

/** Reads a list once to find its heading, its columns and how many rows are below. @throws UnreadableList */
export const surveyList = async (file: Uint8Array, format: ListFormat) => {
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

/** The most characters of rows that are read together. why: one statement stages them. */
const longestTake = 400_000;

/** Opens a list behind its heading and the rows that were read before. */
export const openList = async (
	file: Uint8Array,
	format: ListFormat,
	{ heading, taken }: { heading: number; taken: number },
) => {
	const rows = readListRows(file, format);
	for (let skipped = 0; skipped < heading + 1 + taken; skipped++) await rows.next();
	let at = taken;
	return {
		/** How many rows were read. */
		at: () => at,
		/** Reads the next rows: at most this many, and fewer when they are long. */
		take: async (limit: number): Promise<SheetRow[]> => {
			const some: SheetRow[] = [];
			let length = 0;
			while (some.length < limit && length < longestTake) {
				const { value, done } = await rows.next();
				if (done) break;
				some.push(value);
				length += value.cells.reduce((sum, text) => sum + text.length + 3, 0);
			}
			at += some.length;
			return some;
		},
		close: async () => {
			await rows.return(undefined);
		},
	};
};
export type OpenList = Awaited<ReturnType<typeof openList>>;
