/** A row of a list with something in it. */
export interface SheetRow {
	/** As the file numbers it, from 1. */
	number: number;
	/** Its texts by column. */
	cells: string[];
}
