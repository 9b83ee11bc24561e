/** A piece of rich text: a text, or an element of the few that rich text may have. */
export type RichNode = string | { tag: RichTag; href?: string; children: RichNode[] };

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
const hiddenContent = new RegExp(`<(${hidden})\\b[^>]*>[\\s\\S]*?(</\\1\\s*>|$)`, "gi");
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|[^<]+|</gi;
const maxDepth = 30;
const endsItself = new Set<RichTag>(["p", "h3", "a", "li"]);
/** A list inside an item keeps that item open. */
const lists = new Set<string>(["ul", "ol"]);

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
	const add = (node: RichNode) => (open.at(-1) ?? root).children.push(node);
	for (const [text, slash, name, attributes] of html.replace(hiddenContent, "").matchAll(token)) {
		if (name === undefined) {
			if (!text.startsWith("<!--")) add(decodeEntities(text));
			continue;
		}
		const tag = tagNamed(name.toLowerCase());
		if (!tag) continue;
		if (tag === "br") {
			add({ tag, children: [] });
			continue;
		}
		// why: as browsers read it: a paragraph, a link or a list's item ends where the next of its kind begins.
		if (slash || endsItself.has(tag)) close(open, tag);
		if (!slash && open.length <= maxDepth) {
			const children: RichNode[] = [];
			const href = tag === "a" ? harmlessLink(attributes ?? "") : undefined;
			add(href ? { tag, href, children } : { tag, children });
			open.push({ tag, children });
		}
	}
	return root.children;
};

const tagNamed = (name: string): RichTag | undefined =>
	richTags.find((tag) => tag === name) ?? (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined);

/** Closes the innermost element of that name with all that was left open inside it. */
const close = (open: Open[], tag: RichTag) => {
	const index = open.findLastIndex((element) => element.tag === tag);
	const isBeyondList = tag === "li" && open.slice(index + 1).some((element) => lists.has(element.tag));
	if (index > 0 && !isBeyondList) open.splice(index);
};

const harmlessLink = (attributes: string): string | undefined => {
	const found = /(?:^|[\s"'/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
	const href = decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? "").trim();
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
