import { Node } from "@tiptap/react";
import { isStoredPicture } from "#worker/contract/text/stored-pictures";

const from = (name: "src" | "alt" | "width") => ({
	default: null,
	parseHTML: (element: HTMLElement) => element.getAttribute(name),
});

/** Pictures that are stored here, each a paragraph of its own. */
export const textPictures = Node.create({
	name: "picture",
	group: "block",
	atom: true,
	draggable: true,
	addAttributes: () => ({ src: from("src"), alt: from("alt"), width: from("width") }),
	parseHTML: () => [
		{ tag: "img[src]", getAttrs: (element) => isStoredPicture(element.getAttribute("src") ?? "") && null },
	],
	renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});
