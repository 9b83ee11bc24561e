/** A piece of rich text: a text, or an element of the few that rich text may have. */
export type RichNode = string | RichElement;

/** In a table there are only rows, in a row only cells. */
export interface RichElement {
	tag: RichTag;
	href?: string;
	colSpan?: number;
	rowSpan?: number;
	children: RichNode[];
}

/** No pictures, frames, styles or scripts: nothing that runs or calls another server. */
const richTags = [
	"p",
	"br",
	"strong",
	"em",
	"u",
	"s",
	"h3",
	"ul",
	"ol",
	"li",
	"blockquote",
	"a",
	"sub",
	"sup",
	"table",
	"tr",
	"th",
	"td",
] as const;
export type RichTag = (typeof richTags)[number];

/** Other spellings of what is allowed; blocks of other kinds become paragraphs. */
const synonyms: Record<string, RichTag> = {
	b: "strong",
	i: "em",
	del: "s",
	strike: "s",
	h1: "h3",
	h2: "h3",
	h4: "h3",
	h5: "h3",
	h6: "h3",
	div: "p",
};

/** Elements whose content is no text for readers. */
const hidden = "script|style|template|noscript|iframe|object|svg|math|head|title|textarea|select";
/** why no `<` in a tag, here and below: else every one of a million of them is looked for an end to the end of the text. */
const hiddenContent = new RegExp(`<(${hidden})\\b[^<>]*>[\\s\\S]*?(</\\1\\s*>|$)`, "gi");
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>|[^<]+|</gi;
const maxDepth = 30;
const endsItself = new Set<RichTag>(["p", "h3", "a", "li"]);
const lists = new Set<string>(["ul", "ol"]);
const tableParts = new Set<string>(["table", "tr", "th", "td"]);
/** They hold rows, and say nothing more. */
const rowGroups = new Set<string>(["thead", "tbody", "tfoot"]);
/** As paper has it. why: a table of more columns was made by a machine. */
const [maxColSpan, maxRowSpan] = [12, 500];

interface Open {
	tag: RichTag | "";
	children: RichNode[];
}

/**
 * Reads rich text that a stranger typed into a tree of texts and allowed elements; every attribute but a harmless
 * link is dropped. Whatever is misread can only become text: nothing of the source is ever put into a page as HTML.
 */
export const readRichText = (html: string): RichNode[] => {
	const root: Open = { tag: "", children: [] };
	const open: Open[] = [root];
	for (const [text, slash, name, attributes] of html.replace(hiddenContent, "").matchAll(token)) {
		if (name === undefined) {
			if (!text.startsWith("<!--")) add(open, decodeEntities(text));
			continue;
		}
		const tag = tagNamed(name.toLowerCase());
		if (!tag) {
			if (rowGroups.has(name.toLowerCase())) close(open, "tr");
			continue;
		}
		if (tag === "br") {
			add(open, { tag, children: [] });
			continue;
		}
		if (!slash && tag !== "table" && tableParts.has(tag)) {
			openInTable(open, { tag, ...spansOf(attributes ?? ""), children: [] });
			continue;
		}
		// why: as browsers read it: a paragraph, a link, a list's item or a table ends where the next one begins in it.
		if (slash || endsItself.has(tag) || (tag === "table" && isBetweenCells(open.at(-1)))) close(open, tag);
		if (!slash && open.length <= maxDepth) {
			const children: RichNode[] = [];
			const href = tag === "a" ? harmlessLink(attributes ?? "") : undefined;
			add(open, href ? { tag, href, children } : { tag, children });
			open.push({ tag, children });
		}
	}
	return root.children;
};

const tagNamed = (name: string): RichTag | undefined =>
	richTags.find((tag) => tag === name) ?? (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined);

const isBetweenCells = (open: Open | undefined): boolean => open?.tag === "table" || open?.tag === "tr";

/** Into the innermost element; what is in no cell of its table stands before the table, as browsers have it. */
const add = (open: readonly Open[], node: RichNode) => {
	if (!isBetweenCells(open.at(-1))) open.at(-1)?.children.push(node);
	else if (typeof node !== "string" || node.trim() !== "")
		open[open.findLastIndex((element) => element.tag === "table") - 1]?.children.splice(-1, 0, node);
};

/** Opens a row or a cell of the innermost table: the one before it ends there. Outside a table there is none. */
const openInTable = (open: Open[], part: RichElement) => {
	const table = open.findLastIndex(({ tag }) => tag === "table");
	if (table === -1) return;
	const isCell = part.tag !== "tr";
	if (isCell && open[table + 1]?.tag !== "tr") openInTable(open, { tag: "tr", children: [] });
	open.splice(table + (isCell ? 2 : 1));
	open.at(-1)?.children.push(part);
	open.push(part);
};

/** Closes the innermost element of that name with all that was left open inside it. */
const close = (open: Open[], tag: RichTag) => {
	const index = open.findLastIndex((element) => element.tag === tag);
	if (index > 0 && !open.slice(index + 1).some((inner) => keepsOpen(inner.tag, tag))) open.splice(index);
};

/** A list inside an item keeps that item open; a table, and a cell of one, all that they stand in. */
const keepsOpen = (inner: Open["tag"], outer: RichTag): boolean => {
	if (lists.has(inner)) return outer === "li";
	return inner === "table" ? outer !== "table" : tableParts.has(inner) && !tableParts.has(outer);
};

const attributeOf = (attributes: string, name: "href" | "colspan" | "rowspan"): string => {
	const pattern = new RegExp(`(?:^|[\\s"'/])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i");
	const found = pattern.exec(attributes);
	return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
};

const spansOf = (attributes: string): Pick<RichElement, "colSpan" | "rowSpan"> => {
	const colSpan = Number(attributeOf(attributes, "colspan"));
	const rowSpan = Number(attributeOf(attributes, "rowspan"));
	const isSpan = (span: number) => Number.isInteger(span) && span > 1;
	return {
		...(isSpan(colSpan) && { colSpan: Math.min(colSpan, maxColSpan) }),
		...(isSpan(rowSpan) && { rowSpan: Math.min(rowSpan, maxRowSpan) }),
	};
};

const harmlessLink = (attributes: string): string | undefined => {
	const href = attributeOf(attributes, "href");
	if (!URL.canParse(href)) return undefined;
	const url = new URL(href);
	return ["https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined;
};

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

const decodeEntities = (text: string): string =>
	text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
		if (name) return entities[name.toLowerCase()] ?? whole;
		const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});
