import * as v from "valibot";
import { described } from "#worker/contract/described";

/** A piece of rich text: a text, or one of the few elements that rich text may have. */
export type RichNode = string | RichElement;

/** A table has only rows, a row only cells; nothing in the tree runs or calls another server. */
export interface RichElement {
	tag: RichTag;
	/** A link's address: https, http, mailto or tel. */
	href?: string;
	/** A picture's text. */
	alt?: string;
	/** The address of a picture that is stored here; others are never drawn. */
	src?: string;
	/** The width of a stored picture, in pixels of a screen. */
	width?: number;
	align?: RichAlignment;
	start?: number;
	colSpan?: number;
	rowSpan?: number;
	children: RichNode[];
}

export const richAlignments = ["left", "center", "right", "justify"] as const;
export type RichAlignment = (typeof richAlignments)[number];

export const richTags = [
	"p",
	"br",
	"hr",
	"strong",
	"em",
	"u",
	"s",
	"sub",
	"sup",
	"a",
	"h1",
	"h2",
	"h3",
	"h4",
	"ul",
	"ol",
	"li",
	"blockquote",
	"table",
	"tr",
	"th",
	"td",
	"img",
] as const;
export type RichTag = (typeof richTags)[number];

/** Rich text on the wire. why not spelled out: a schema that contains itself cannot be documented in one place. */
export const RichText = described(
	v.custom<RichNode[]>((value) => Array.isArray(value), "must be a list of texts and elements"),
	"Rich text: a list of texts and of elements `{ tag, children }`.",
	{ type: "array", items: {} },
);

/** The size of rich text in characters of its HTML, without attributes. */
export const sizeOf = (nodes: readonly RichNode[]): number =>
	nodes.reduce((sum, node) => sum + ownSizeOf(node) + (typeof node === "string" ? 0 : sizeOf(node.children)), 0);

const ownSizeOf = (node: RichNode): number => (typeof node === "string" ? node.length : 2 * node.tag.length + 5);

/** Returns the beginning of rich text, of the given size; its last element may exceed it by its tags. */
export const cutRichText = (nodes: readonly RichNode[], size: number): RichNode[] => {
	let left = size;
	const cut = (node: RichNode): RichNode[] => {
		const here = left;
		if (here <= 0) return [];
		left -= ownSizeOf(node);
		return [typeof node === "string" ? node.slice(0, here) : { ...node, children: node.children.flatMap(cut) }];
	};
	return nodes.flatMap(cut);
};

/** Writes rich text as plain text: links as "text (address)", lists with dashes, the cells of a row on a line. */
export const textOfRichText = (nodes: readonly RichNode[]): string =>
	writeAll(nodes)
		.replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();

const writeAll = (nodes: readonly RichNode[]): string => nodes.map(write).join("");

const write = (node: RichNode): string => {
	if (typeof node === "string") return node.replace(/\s+/g, " ");
	const { tag, href, alt = "", children } = node;
	switch (tag) {
		case "br":
		case "hr":
			return "\n";
		case "img":
			return alt;
		case "a":
			return writeLink(writeAll(children), href);
		case "li":
			return `\n- ${writeAll(children)}`;
		case "tr":
			return `${children.map(write).join(" | ")}\n`;
		default:
			return writeAll(children) + (blocks.has(tag) ? "\n\n" : "");
	}
};

const blocks = new Set<RichTag>(["p", "h1", "h2", "h3", "h4", "ul", "ol", "table", "blockquote"]);

const writeLink = (text: string, href = ""): string => {
	const address = href.replace(/^(?:mailto|tel):/i, "");
	return text.includes(address) ? text : `${text} (${address})`;
};
