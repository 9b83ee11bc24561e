import { Parser } from "htmlparser2";
import {
	type RichElement,
	type RichNode,
	type RichTag,
	richAlignments,
	richTags,
	textOfRichText,
} from "#worker/contract/text/rich-text";
import { isStoredPicture } from "#worker/contract/text/stored-pictures";

interface Element {
	name: string;
	attributes: Record<string, string>;
	children: Node[];
}
type Node = string | Element;

/** why: what is nested deeper was made by a machine; its text stays, at this depth. */
const maxDepth = 15;
/** why: the parser's time grows with the square of the depth; a megabyte of <b> takes it minutes. */
const maxIgnoredDepth = 1_000;
/** why: a table of more columns, or rows, was made by a machine. */
const [maxColSpan, maxRowSpan] = [12, 500];

/** Other spellings of what is allowed. */
const synonyms: ReadonlyMap<string, RichTag> = new Map([
	...([
		["b", "strong"],
		["i", "em"],
		["ins", "u"],
		["del", "s"],
		["strike", "s"],
		["h5", "h4"],
		["h6", "h4"],
	] as const),
	...[
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
	].map((name) => [name, "p"] as const),
]);

/** Elements whose content is not text for readers. */
const hidden = new Set(
	"script style template noscript iframe object embed svg math head title textarea select button".split(" "),
);
const rowGroups = ["thead", "tbody", "tfoot"];
const tableParts = ["tr", ...rowGroups, "colgroup", "col"];
const protocols = ["https:", "http:", "mailto:", "tel:"];

/**
 * Reads untrusted HTML into a tree of texts and allowed elements. Every attribute but alignment, spans and a harmless
 * link is dropped; what is not allowed leaves its text.
 */
export const readRichText = (html: string): RichNode[] => convertAll(parse(html));

export const textOfHtml = (html: string): string => textOfRichText(readRichText(html));

/** Parses HTML into elements and texts, each element closed where its writer forgot to. */
const parse = (html: string): Node[] => {
	const root: Element = { name: "", attributes: {}, children: [] };
	const open = [root];
	let tooDeep = 0;
	const parser = new Parser({
		onopentag: (name, attributes, isImplied) => {
			if (open.length > maxDepth) tooDeep += 1;
			if (tooDeep > maxIgnoredDepth) parser.pause();
			if (tooDeep > 0) return;
			// why: a paragraph that is closed without having been opened is none.
			const element = { name: isImplied && name === "p" ? "" : name, attributes, children: [] };
			open.at(-1)?.children.push(element);
			open.push(element);
		},
		onclosetag: () => {
			if (tooDeep > 0) tooDeep -= 1;
			else open.pop();
		},
		ontext: (text) => {
			const siblings = open.at(-1)?.children ?? [];
			const before = siblings.at(-1);
			// why: a text that has an entity comes in three pieces.
			if (typeof before === "string") siblings.splice(-1, 1, before + text);
			else siblings.push(text);
		},
	});
	parser.end(html);
	if (tooDeep > maxIgnoredDepth) root.children.push(html.slice(parser.endIndex + 1).replace(/<[^<>]*>/g, ""));
	return root.children;
};

const convertAll = (nodes: readonly Node[], isInLink = false): RichNode[] =>
	nodes.flatMap((node) => (typeof node === "string" ? node : convert(node, isInLink)));

const convert = (element: Element, isInLink: boolean): RichNode[] => {
	const { name, attributes, children } = element;
	if (hidden.has(name)) return [];
	if (name === "table") return convertTable(element, isInLink);
	if (name === "img") return convertPicture(attributes);
	const tag = richTags.find((one) => one === name) ?? synonyms.get(name);
	// why: a link in a link would be torn apart by the browser, as would a cell outside a table.
	if (!tag || (tag === "a" && isInLink) || isCell(element) || tag === "tr") return convertAll(children, isInLink);
	const inside = convertAll(children, isInLink || tag === "a");
	return [{ tag, ...attributesOf(tag, attributes), children: inside }];
};

const convertPicture = ({ alt, src = "", width }: Record<string, string>): RichElement[] => {
	const isStored = isStoredPicture(src);
	if (!alt && !isStored) return [];
	const pixels = Number(width);
	const size = Number.isInteger(pixels) && pixels > 0 ? { width: pixels } : {};
	return [{ tag: "img", alt: alt ?? "", ...(isStored && { src, ...size }), children: [] }];
};

const attributesOf = (tag: RichTag, { href, style, align, start }: Record<string, string>): Partial<RichElement> => {
	const wanted = /(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(style ?? "")?.[1] ?? align;
	const alignment = richAlignments.find((one) => one === wanted?.toLowerCase());
	const first = Number(start);
	return {
		...(tag === "a" && harmless(href)),
		...(tag === "ol" && start && Number.isInteger(first) && Math.abs(first) < 10_000 && { start: first }),
		...(alignment && { align: alignment }),
	};
};

const harmless = (href = ""): { href: string } | undefined =>
	URL.canParse(href) && protocols.includes(new URL(href).protocol) ? { href: href.trim() } : undefined;

/** A table as rows of cells; a caption, and what is in no cell, stands before it, where browsers put it. */
const convertTable = (table: Element, isInLink: boolean): RichNode[] => {
	const rows = rowsOf(table).map((cells): RichElement => {
		const converted = cells.map(({ name, attributes, children }): RichElement => {
			const tag = name === "th" ? "th" : "td";
			return {
				tag,
				...attributesOf(tag, attributes),
				...spansOf(attributes),
				children: convertAll(children, isInLink),
			};
		});
		return { tag: "tr", children: converted };
	});
	return [...convertAll(besideOf(table), isInLink), { tag: "table", children: rows }];
};

const spansOf = ({ colspan, rowspan }: Record<string, string>): Partial<RichElement> => {
	const [colSpan, rowSpan] = [Number(colspan), Number(rowspan)];
	const isSpan = (span: number) => Number.isInteger(span) && span > 1;
	return {
		...(isSpan(colSpan) && { colSpan: Math.min(colSpan, maxColSpan) }),
		...(isSpan(rowSpan) && { rowSpan: Math.min(rowSpan, maxRowSpan) }),
	};
};

const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => typeof child !== "string");

const besideOf = ({ children }: Element): Node[] =>
	children.flatMap((node) => {
		if (typeof node === "string") return node.trim() === "" ? [] : [node];
		if (tableParts.includes(node.name)) return besideOf(node);
		return isCell(node) ? [] : [node];
	});

/** The rows of a table, not those of a table in one of its cells; adjacent cells outside a row are a row together. */
const rowsOf = (table: Element): Element[][] => {
	const rows: Element[][] = [];
	let loose: Element[] | undefined;
	for (const child of elementsIn(table)) {
		if (isCell(child)) {
			if (!loose) {
				loose = [];
				rows.push(loose);
			}
			loose.push(child);
		} else if (tableParts.includes(child.name)) {
			loose = undefined;
			if (child.name === "tr") rows.push(elementsIn(child).filter(isCell));
			else if (rowGroups.includes(child.name)) rows.push(...rowsOf(child));
		}
	}
	return rows;
};
