/** A row of a list that is not empty. */
export interface SheetRow {
	/** Its number in the file, from 1. */
	number: number;
	/** Its texts by column. */
	cells: string[];
}
