/** The content of a cell. Days and moments are local: '2026-11-22', '2026-11-22 09:30'. */
export type Cell = null | string | number | { day: string } | { moment: string };

/** The state of the pieces written so far; JSON, so that another delivery can continue. */
export interface Written {
	/** Rows, the heading not among them. */
	rows: number;
	/** 0 in a file that was begun before they were counted. */
	columns: number;
	checksum: number;
	/** Bytes before and after compression. */
	plainSize: number;
	packedSize: number;
}

/** A table written piece by piece, all state in `Written`; a piece made again replaces the former one. */
export interface SheetFile {
	mimetype: string;
	/** @param before undefined for the first piece, which has the heading. */
	piece(
		headings: readonly string[],
		rows: readonly (readonly Cell[])[],
		before?: Written,
	): { bytes: Uint8Array; written: Written };
	/** Returns the bytes before the first piece and after the last one. */
	frame(written: Written): { before: Uint8Array; after: Uint8Array };
}
