import { cutRichText, type RichElement, type RichNode, type RichTag, sizeOf } from "#worker/contract/text/rich-text";
import { contentWidth, ink, type PdfAlignment, type PdfNode } from "#worker/gateways/pdf/content";
import type { Picture } from "#worker/gateways/pdf/read-picture";

/** How much of a text is drawn, in characters, and what stands for the rest. */
interface Room {
	room?: number | undefined;
	notice?: string;
	/** The stored pictures that can be drawn, by their addresses. */
	pictures?: ReadonlyMap<string, Picture> | undefined;
	/** The width of the text, in points. */
	width?: number;
}

/** why: a letter is some pages, not a book. */
const maxSize = 100_000;

/** Draws rich text as content of a document. Text beyond the room is left out, and a notice says so. */
export const drawRichText = (
	nodes: readonly RichNode[],
	{ room = maxSize, notice = "… (too long to be printed)", pictures = new Map(), width = contentWidth }: Room = {},
): PdfNode[] => {
	const around = { width, marks: {}, pictures };
	if (sizeOf(nodes) <= room) return drawBlocks(nodes, around);
	return [...drawBlocks(cutRichText(nodes, room), around), paragraph([{ text: notice, italics: true }], around)];
};

/** What surrounds a piece: how wide it may be, and how its text looks. */
interface Surroundings {
	width: number;
	marks: Partial<PdfNode>;
	pictures: ReadonlyMap<string, Picture>;
	alignment?: PdfAlignment;
}

type BlockDrawer = (element: RichElement, around: Surroundings) => PdfNode[];

/** Draws the blocks among some nodes; the text between two of them is a paragraph of its own. */
const drawBlocks = (nodes: readonly RichNode[], around: Surroundings): PdfNode[] => {
	const blocks: PdfNode[] = [];
	let line: PdfNode[] = [];
	const endLine = () => {
		if (line.some(({ text }) => text !== " ")) blocks.push(paragraph(trimmed(line), around));
		line = [];
	};
	for (const node of nodes) {
		const drawer = typeof node === "string" ? undefined : drawerOf(node);
		if (typeof node !== "string" && (drawer || holdsBlocks(node))) {
			endLine();
			blocks.push(...(drawer ?? drawGroup)(node, around));
		} else line.push(...drawInline(node, around.marks));
	}
	endLine();
	return blocks;
};

const paragraph = (line: PdfNode[], { alignment }: Surroundings): PdfNode => ({
	text: line,
	margin: [0, 0, 0, 6],
	...(alignment && { alignment }),
});

const trimmed = (line: PdfNode[]): PdfNode[] => {
	const first = line.findIndex(({ text }) => text !== " ");
	const last = line.findLastIndex(({ text }) => text !== " ");
	return line.slice(first, last + 1);
};

const drawGroup: BlockDrawer = (element, around) => drawBlocks(element.children, { ...around, ...aligned(element) });

const heading =
	(fontSize: number): BlockDrawer =>
	(element, around) =>
		drawBlocks(element.children, {
			...around,
			...aligned(element),
			marks: { ...around.marks, bold: true, fontSize },
		});

const list =
	(kind: "ul" | "ol"): BlockDrawer =>
	(element, around) => {
		const items = element.children
			.map((item) => drawBlocks([item], { ...around, width: around.width - 16 }))
			.filter((blocks) => blocks.length > 0)
			.map((stack): PdfNode => ({ stack: stack.map((block) => ({ ...block, margin: [0, 0, 0, 2] })) }));
		if (items.length === 0) return [];
		const { start } = element;
		return [{ [kind]: items, ...(start !== undefined && { start }), margin: [0, 0, 0, 6] }];
	};

/** Without a gap below the last one. */
const tight = (blocks: PdfNode[]): PdfNode[] =>
	blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, margin: [0, 0, 0, 0] } : block));

const quotation: BlockDrawer = (element, around) => {
	const width = around.width - 10;
	const marks = { ...around.marks, color: ink.soft };
	const stack = drawBlocks(element.children, { ...around, ...aligned(element), width, marks });
	return stack.length === 0
		? []
		: [{ table: { widths: [width], body: [[{ stack: tight(stack) }]] }, layout: "bar", margin: [0, 2, 0, 8] }];
};

const rule: BlockDrawer = (_element, { width }) => [
	{
		canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: ink.line }],
		margin: [0, 4, 0, 8],
	},
];

const blockDrawers: Partial<Record<RichTag, BlockDrawer>> = {
	p: drawGroup,
	li: drawGroup,
	h1: heading(15),
	h2: heading(12.5),
	h3: heading(11),
	h4: heading(10),
	ul: list("ul"),
	ol: list("ol"),
	blockquote: quotation,
	hr: rule,
	table: (element, around) => drawRichTable(element, around),
};

/** Pixels of a screen in a point of paper. */
const pixelsInPoint = 4 / 3;
const maxPictureHeight = 500;

/** Draws a stored picture on a line of its own, as wide as its text says; larger ones are made to fit. */
const picture: BlockDrawer = ({ src = "", width, alt = "" }, around) => {
	const found = around.pictures.get(src);
	if (!found) return alt === "" ? [] : [paragraph([{ ...around.marks, text: alt, italics: true }], around)];
	const wanted = Math.min(around.width, (width ?? found.width) / pixelsInPoint);
	return [{ image: found.dataUrl, fit: [wanted, maxPictureHeight], margin: [0, 2, 0, 8], ...alignedLike(around) }];
};

const alignedLike = ({ alignment }: Surroundings): Partial<PdfNode> => (alignment ? { alignment } : {});

/** Returns how a block is drawn; undefined for what is part of a line. */
const drawerOf = ({ tag, src }: RichElement): BlockDrawer | undefined =>
	tag === "img" ? (src === undefined ? undefined : picture) : blockDrawers[tag];

const holdsBlocks = ({ children }: RichElement): boolean =>
	children.some((child) => typeof child !== "string" && (drawerOf(child) !== undefined || holdsBlocks(child)));

/** The alignment that an element sets for its content. */
const aligned = ({ align }: RichElement): { alignment?: PdfAlignment } => (align ? { alignment: align } : {});

const marksOf: Partial<Record<RichTag, Partial<PdfNode>>> = {
	strong: { bold: true },
	em: { italics: true },
	u: { decoration: ["underline"] },
	s: { decoration: ["lineThrough"] },
	sup: { sup: true },
	sub: { sub: true },
};

const drawInline = (node: RichNode, marks: Partial<PdfNode>): PdfNode[] => {
	if (typeof node === "string") return node === "" ? [] : [{ ...marks, text: node.replace(/[ \t\r\n\f]+/g, " ") }];
	if (node.tag === "br") return [{ ...marks, text: "\n" }];
	const own = node.href ? linkTo(node.href) : marksOf[node.tag];
	const decoration = [...(marks.decoration ?? []), ...(own?.decoration ?? [])];
	const inner = { ...marks, ...own, ...(decoration.length > 0 && { decoration }) };
	return node.children.flatMap((child) => drawInline(child, inner));
};

const linkTo = (link: string): Partial<PdfNode> => ({ link, color: ink.link, decoration: ["underline"] });

const maxRows = 500;
const maxColumns = 12;
/** Left and right of a cell's text, in the layout `grid`. */
const padding = 11;

/** Draws a table of rich text as a grid without holes: every place is a cell's, or covered by one that spans it. */
const drawRichTable = (table: RichElement, around: Surroundings): PdfNode[] => {
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
