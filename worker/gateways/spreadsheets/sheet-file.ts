/** What stands in a cell. Days and moments are as they are said: '2026-11-22', '2026-11-22 09:30'. */
export type Cell = null | string | number | { day: string } | { moment: string };

/** What the pieces of a file came to so far; JSON, so that whoever goes on with the next piece knows it. */
export interface Written {
	/** Rows, the heading not among them. */
	rows: number;
	/** Of the bytes before they were packed. */
	checksum: number;
	plainSize: number;
	packedSize: number;
}

/**
 * A table that is written piece by piece, with all that has to be remembered in between in `Written`: the pieces, one
 * after another and between what `frame` answers at the end, are the file. So a file of any length needs no more memory
 * than its largest piece, and a piece that is made again replaces the one that was made before.
 */
export interface SheetFile {
	mimetype: string;
	/** @param before undefined for the first piece, which has the heading. */
	piece(
		headings: readonly string[],
		rows: readonly (readonly Cell[])[],
		before?: Written,
	): { bytes: Uint8Array; written: Written };
	/** What stands before the first piece and after the last one. */
	frame(written: Written): { before: Uint8Array; after: Uint8Array };
}
