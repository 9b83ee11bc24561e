import { writeXlsxStream } from "hucre/xlsx";

/** Streams a workbook with one sheet of texts, in cells of text: "007" that is typed there stays as it is. */
export const streamWorkbook = (
	headings: readonly string[],
	rows: AsyncIterable<readonly string[]>,
): ReadableStream<Uint8Array> =>
	writeXlsxStream(asRows(headings, rows), { name: "Not added", columns: headings.map(() => ({ numFmt: "@" })) });

async function* asRows(headings: readonly string[], rows: AsyncIterable<readonly string[]>) {
	yield [...headings];
	let written = 0;
	for await (const cells of rows) {
		yield [...cells];
		// why: without a turn of the clock nothing is sent before everything is ready.
		if (++written % 500 === 0) await scheduler.wait(0);
	}
}
