import { ink, type PdfNode } from "#worker/gateways/pdf/content";
import { type HtmlElement, type HtmlNode, isElement } from "#worker/gateways/pdf/read-html";
import { aligned, readBlocks, type Surroundings } from "#worker/gateways/pdf/rich-text";

const maxRows = 500;
const maxColumns = 12;
/** Left and right of a cell's text, in the layout `grid`. */
const padding = 11;

/** A table of rich text as a grid without holes: every place is a cell's, or covered by one that spans it. */
export const readRichTable = (table: HtmlElement, around: Surroundings): PdfNode[] => {
	const rows = rowsOf(table).slice(0, maxRows);
	const columns = Math.min(maxColumns, Math.max(0, ...rows.map(columnsOf)));
	const beside = readBlocks(besideOf(table), around);
	if (columns === 0) return beside;
	const width = Math.max(12, around.width / columns - padding);
	const grid = rows.map(() => Array<PdfNode | undefined>(columns).fill(undefined));
	rows.forEach((row, top) => {
		for (const cell of cellsOf(row)) {
			const left = grid[top]?.indexOf(undefined) ?? -1;
			if (left === -1) break;
			const free = freeColumns(grid[top] ?? [], left);
			const colSpan = Math.min(spanOf(cell.attributes.colspan), free);
			const rowSpan = Math.min(spanOf(cell.attributes.rowspan), rows.length - top);
			for (let down = 0; down < rowSpan; down++) grid[top + down]?.fill({ text: "" }, left, left + colSpan);
			const inner = { ...around, ...aligned(cell), width: width * colSpan + padding * (colSpan - 1) };
			grid[top]?.splice(left, 1, { ...readCell(cell, inner), colSpan, rowSpan });
		}
	});
	const body = grid.map((row) => row.map((cell) => cell ?? { text: "" }));
	return [
		...beside,
		{ table: { widths: Array<number>(columns).fill(width), body }, layout: "grid", margin: [0, 2, 0, 8] },
	];
};

const groups = ["thead", "tbody", "tfoot"];
const parts = ["tr", ...groups, "colgroup", "col"];

/** A caption, and what is in no cell: it stands before the table, as browsers have it. */
const besideOf = ({ children }: HtmlElement): HtmlNode[] =>
	children.flatMap((node) => {
		if (!isElement(node)) return [node];
		if (parts.includes(node.name)) return besideOf(node);
		return isCell(node) ? [] : [node];
	});

const readCell = (cell: HtmlElement, around: Surroundings): PdfNode => {
	const isHead = cell.name === "th";
	const stack = readBlocks(cell.children, {
		...around,
		marks: isHead ? { ...around.marks, bold: true } : around.marks,
	});
	return {
		stack: stack.length === 0 ? [{ text: "" }] : stack.map((block) => ({ ...block, margin: [0, 0, 0, 1] })),
		...(isHead && { fillColor: ink.ground }),
	};
};

/** The rows of a table, not those of a table in one of its cells; cells that stand in none are a row together. */
const rowsOf = ({ children }: HtmlElement): HtmlElement[] => {
	const rows: HtmlElement[] = [];
	let loose: HtmlElement[] | undefined;
	for (const child of children) {
		if (isCell(child)) {
			if (!loose) {
				loose = [];
				rows.push({ name: "tr", attributes: {}, children: loose });
			}
			loose.push(child);
		} else if (isElement(child) && parts.includes(child.name)) {
			loose = undefined;
			rows.push(...(child.name === "tr" ? [child] : groups.includes(child.name) ? rowsOf(child) : []));
		}
	}
	return rows;
};

const isCell = (node: HtmlNode): node is HtmlElement => isElement(node) && (node.name === "td" || node.name === "th");
const cellsOf = (row: HtmlElement): HtmlElement[] => row.children.filter(isCell);

const columnsOf = (row: HtmlElement): number =>
	cellsOf(row).reduce((columns, { attributes }) => columns + spanOf(attributes.colspan), 0);

const spanOf = (text: string | undefined): number => {
	const span = Number(text);
	return Number.isInteger(span) && span > 0 ? Math.min(span, maxRows) : 1;
};

/** How many places from here on no cell above reaches into. */
const freeColumns = (row: readonly (PdfNode | undefined)[], left: number): number => {
	const end = row.findIndex((cell, index) => index > left && cell !== undefined);
	return (end === -1 ? row.length : end) - left;
};
