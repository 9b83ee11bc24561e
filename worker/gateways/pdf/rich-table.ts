import type { RichElement } from "#worker/contract/text/rich-text";
import { ink, type PdfNode } from "#worker/gateways/pdf/content";
import { aligned, drawBlocks, type Surroundings } from "#worker/gateways/pdf/rich-text";

const maxRows = 500;
const maxColumns = 12;
/** Left and right of a cell's text, in the layout `grid`. */
const padding = 11;

/** Draws a table of rich text as a grid without holes: every place is a cell's, or covered by one that spans it. */
export const drawRichTable = (table: RichElement, around: Surroundings): PdfNode[] => {
	const rows = childrenOf(table).slice(0, maxRows);
	const columns = Math.min(maxColumns, Math.max(0, ...rows.map(columnsOf)));
	if (columns === 0) return [];
	const width = Math.max(12, around.width / columns - padding);
	const grid = rows.map(() => Array<PdfNode | undefined>(columns).fill(undefined));
	rows.forEach((row, top) => {
		for (const cell of childrenOf(row)) {
			const left = grid[top]?.indexOf(undefined) ?? -1;
			if (left === -1) break;
			const colSpan = Math.min(cell.colSpan ?? 1, freeColumns(grid[top] ?? [], left));
			const rowSpan = Math.min(cell.rowSpan ?? 1, rows.length - top);
			for (let down = 0; down < rowSpan; down++) grid[top + down]?.fill({ text: "" }, left, left + colSpan);
			const inner = { ...around, ...aligned(cell), width: width * colSpan + padding * (colSpan - 1) };
			grid[top]?.splice(left, 1, { ...drawCell(cell, inner), colSpan, rowSpan });
		}
	});
	const body = grid.map((row) => row.map((cell) => cell ?? { text: "" }));
	return [{ table: { widths: Array<number>(columns).fill(width), body }, layout: "grid", margin: [0, 2, 0, 8] }];
};

const childrenOf = ({ children }: RichElement): RichElement[] => children.filter((child) => typeof child !== "string");

const drawCell = ({ tag, children }: RichElement, around: Surroundings): PdfNode => {
	const isHead = tag === "th";
	const stack = drawBlocks(children, {
		...around,
		marks: isHead ? { ...around.marks, bold: true } : around.marks,
	});
	return {
		stack: stack.length === 0 ? [{ text: "" }] : stack.map((block) => ({ ...block, margin: [0, 0, 0, 1] })),
		...(isHead && { fillColor: ink.ground }),
	};
};

const columnsOf = (row: RichElement): number =>
	childrenOf(row).reduce((columns, { colSpan = 1 }) => columns + colSpan, 0);

/** How many places from here on no cell above reaches into. */
const freeColumns = (row: readonly (PdfNode | undefined)[], left: number): number => {
	const end = row.findIndex((cell, index) => index > left && cell !== undefined);
	return (end === -1 ? row.length : end) - left;
};
