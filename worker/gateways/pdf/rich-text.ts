import { contentWidth, ink, type PdfAlignment, type PdfNode } from "#worker/gateways/pdf/content";
import { type HtmlElement, type HtmlNode, isElement, readHtml } from "#worker/gateways/pdf/read-html";
import { readRichTable } from "#worker/gateways/pdf/rich-table";

/** How much of a text is drawn, in characters of its source, and what is said of the rest. */
interface Room {
	room?: number | undefined;
	notice?: string;
}

/** why: a letter is some pages, not a book. */
const maxLength = 100_000;

/**
 * Rich text as content of a document: paragraphs, headings, emphasis, lists, tables, quotations, links and alignment.
 * Only what is listed here is drawn: scripts, styles, frames and pictures are left out, another element's text stays.
 * Whatever the HTML is, it makes a document; what there is no room for says so.
 */
export const readRichText = (
	html: string,
	{ room = maxLength, notice = "… (too long to be printed)" }: Room = {},
): PdfNode[] => {
	const around = { width: contentWidth, marks: {} };
	if (html.length <= room) return readBlocks(readHtml(html), around);
	// why apart: within the HTML, whatever element it was cut in would swallow the notice.
	return [...readBlocks(readHtml(cutHtml(html, room)), around), paragraph([{ text: notice, italics: true }], around)];
};

/** The beginning of some HTML, without the tag or entity that it would end in the middle of. */
const cutHtml = (html: string, length: number): string => {
	const kept = html.slice(0, length);
	const open = kept.lastIndexOf("<");
	const isInTag = open > kept.lastIndexOf(">") && /^<(?:[a-z/!?]|$)/i.test(kept.slice(open, open + 2));
	return isInTag ? kept.slice(0, open) : kept.replace(/&#?\w*$/, "");
};

/** What surrounds a piece: how wide it may be, and how its text looks. */
export interface Surroundings {
	width: number;
	marks: Partial<PdfNode>;
	alignment?: PdfAlignment;
}

type BlockReader = (element: HtmlElement, around: Surroundings) => PdfNode[];

/** The blocks among some nodes; the text between two of them is a paragraph of its own. */
export const readBlocks = (nodes: readonly HtmlNode[], around: Surroundings): PdfNode[] => {
	const blocks: PdfNode[] = [];
	let line: PdfNode[] = [];
	const endLine = () => {
		if (line.some(({ text }) => text !== " ")) blocks.push(paragraph(trimmed(line), around));
		line = [];
	};
	for (const node of nodes) {
		const reader = isElement(node) ? blockReaders.get(node.name) : undefined;
		if (isElement(node) && (reader || holdsBlocks(node))) {
			endLine();
			blocks.push(...(reader ?? readGroup)(node, around));
		} else line.push(...readInline(node, around.marks));
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

const readGroup: BlockReader = (element, around) => readBlocks(element.children, { ...around, ...aligned(element) });

const heading =
	(fontSize: number): BlockReader =>
	(element, around) =>
		readBlocks(element.children, {
			...around,
			...aligned(element),
			marks: { ...around.marks, bold: true, fontSize },
		});

const list =
	(kind: "ul" | "ol"): BlockReader =>
	(element, around) => {
		const items = element.children
			.map((item) => readBlocks([item], { ...around, width: around.width - 16 }))
			.filter((blocks) => blocks.length > 0)
			.map((stack): PdfNode => ({ stack: stack.map((block) => ({ ...block, margin: [0, 0, 0, 2] })) }));
		const start = Number(element.attributes.start);
		if (items.length === 0) return [];
		const from = kind === "ol" && Number.isInteger(start) && Math.abs(start) < 10_000 ? { start } : {};
		return [{ [kind]: items, ...from, margin: [0, 0, 0, 6] }];
	};

/** Without a gap below the last one. */
const tight = (blocks: PdfNode[]): PdfNode[] =>
	blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, margin: [0, 0, 0, 0] } : block));

const quotation: BlockReader = (element, around) => {
	const width = around.width - 10;
	const marks = { ...around.marks, color: ink.soft };
	const stack = readBlocks(element.children, { ...around, ...aligned(element), width, marks });
	return stack.length === 0
		? []
		: [{ table: { widths: [width], body: [[{ stack: tight(stack) }]] }, layout: "bar", margin: [0, 2, 0, 8] }];
};

const rule: BlockReader = (_element, { width }) => [
	{
		canvas: [{ type: "line", x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: ink.line }],
		margin: [0, 4, 0, 8],
	},
];

/** why a Map: an element named like a property of every object is none of these. */
const blockReaders = new Map<string, BlockReader>([
	...[
		"p",
		"div",
		"section",
		"article",
		"header",
		"footer",
		"main",
		"center",
		"pre",
		"address",
		"figure",
		"dl",
		"dt",
		"dd",
	].map((name) => [name, readGroup] as const),
	["li", readGroup],
	["h1", heading(15)],
	["h2", heading(12.5)],
	["h3", heading(11)],
	["h4", heading(10)],
	["h5", heading(10)],
	["h6", heading(10)],
	["ul", list("ul")],
	["ol", list("ol")],
	["blockquote", quotation],
	["hr", rule],
	["table", (element, around) => readRichTable(element, around)],
]);

const holdsBlocks = (element: HtmlElement): boolean =>
	!hidden.has(element.name) && element.children.some((child) => isElement(child) && blockReaders.has(child.name));

const alignments: readonly PdfAlignment[] = ["left", "center", "right", "justify"];

/** The alignment an element sets for what is in it. */
export const aligned = ({ attributes }: HtmlElement): { alignment?: PdfAlignment } => {
	const wanted = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(attributes.style ?? "")?.[1] ?? attributes.align;
	const alignment = alignments.find((one) => one === wanted?.toLowerCase());
	return alignment ? { alignment } : {};
};

/** Elements whose content is no text for readers. */
const hidden = new Set(
	"script style template noscript iframe object embed svg math head title textarea select button img".split(" "),
);

const marksOf: Record<string, Partial<PdfNode>> = {
	strong: { bold: true },
	b: { bold: true },
	em: { italics: true },
	i: { italics: true },
	u: { decoration: ["underline"] },
	ins: { decoration: ["underline"] },
	s: { decoration: ["lineThrough"] },
	del: { decoration: ["lineThrough"] },
	strike: { decoration: ["lineThrough"] },
	sup: { sup: true },
	sub: { sub: true },
};

const readInline = (node: HtmlNode, marks: Partial<PdfNode>): PdfNode[] => {
	if (!isElement(node)) return node === "" ? [] : [{ ...marks, text: node.replace(/[ \t\r\n\f]+/g, " ") }];
	if (hidden.has(node.name)) return [];
	if (node.name === "br") return [{ ...marks, text: "\n" }];
	const own = node.name === "a" ? linkOf(node) : Object.hasOwn(marksOf, node.name) ? marksOf[node.name] : undefined;
	const decoration = [...(marks.decoration ?? []), ...(own?.decoration ?? [])];
	const inner = { ...marks, ...own, ...(decoration.length > 0 && { decoration }) };
	return node.children.flatMap((child) => readInline(child, inner));
};

/** A link that leads to a page, a mail or a call; what else it may lead to is only text. */
const linkOf = ({ attributes }: HtmlElement): Partial<PdfNode> => {
	const href = attributes.href?.trim() ?? "";
	if (!URL.canParse(href)) return {};
	const url = new URL(href);
	return ["https:", "http:", "mailto:", "tel:"].includes(url.protocol)
		? { link: url.href, color: ink.link, decoration: ["underline"] }
		: {};
};
