import { Parser } from "htmlparser2";

export interface HtmlElement {
	name: string;
	attributes: Record<string, string>;
	children: HtmlNode[];
}
export type HtmlNode = string | HtmlElement;

export const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== "string";

/** why: what is nested deeper than this was made by a machine; its text stays, at this depth. */
const maxDepth = 15;

/** HTML as a tree of elements and texts, closed where its writer forgot to. */
export const readHtml = (html: string): HtmlNode[] => {
	const root: HtmlElement = { name: "", attributes: {}, children: [] };
	const open = [root];
	let tooDeep = 0;
	const add = (node: HtmlNode) => open.at(-1)?.children.push(node);
	const parser = new Parser({
		onopentag: (name, attributes) => {
			if (open.length > maxDepth) {
				tooDeep += 1;
				return;
			}
			const element = { name, attributes, children: [] };
			add(element);
			open.push(element);
		},
		onclosetag: () => {
			if (tooDeep > 0) tooDeep -= 1;
			else open.pop();
		},
		ontext: (text) => {
			const around = open.at(-1)?.children;
			// why: a text with a character by its name comes in three pieces.
			const before = around?.at(-1);
			if (typeof before === "string") around?.splice(-1, 1, before + text);
			else add(text);
		},
	});
	parser.end(html);
	return root.children;
};
