import { Plugin } from "@tiptap/pm/state";
import { Node } from "@tiptap/react";

/** The labels of the merge fields that can be filled, by name. */
export type MergeLabels = Readonly<Record<string, string>>;

const pillClass = "rounded-sm px-1 py-px whitespace-nowrap";
const knownClass = `${pillClass} bg-accent-soft text-accent`;
const unknownClass = `${pillClass} bg-red-b text-red line-through`;

const field = /\{\{([^{}]{1,200})\}\}/g;

/**
 * Draws each merge field of a text as one character with its label: an arrow key passes it, and Backspace deletes it. A
 * field becomes one however it comes into the text: typed, pasted or chosen. One that cannot be filled is marked.
 */
export const mergePills = (labels: MergeLabels) =>
	Node.create({
		name: "mergeField",
		// why not selectable: an arrow key passes it, and what is typed next does not take its place.
		group: "inline",
		inline: true,
		atom: true,
		selectable: false,
		addAttributes: () => ({
			name: {
				default: "",
				parseHTML: (element: HTMLElement) => element.getAttribute("data-merge-field"),
				renderHTML: ({ name }: { name?: string }) => ({ "data-merge-field": name }),
			},
		}),
		parseHTML: () => [{ tag: "span[data-merge-field]" }],
		renderHTML: ({ node, HTMLAttributes }) => {
			const name = String(node.attrs.name);
			const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
			const look = label === undefined ? unknownClass : knownClass;
			const title = label === undefined ? "This merge field cannot be filled here" : `{{${name}}}`;
			return ["span", { ...HTMLAttributes, class: look, title }, label ?? name];
		},
		renderText: ({ node }) => `{{${node.attrs.name}}}`,
		addProseMirrorPlugins() {
			const { type } = this;
			return [
				new Plugin({
					appendTransaction: (transactions, _before, { doc, tr }) => {
						if (!transactions.some(({ docChanged }) => docChanged)) return null;
						doc.descendants(({ text = "", marks }, place) => {
							for (const { 0: whole, 1: name = "", index } of text.matchAll(field)) {
								const from = tr.mapping.map(place + index);
								tr.replaceWith(from, from + whole.length, type.create({ name: name.trim() }, null, marks));
							}
						});
						return tr.docChanged ? tr : null;
					},
				}),
			];
		},
	});
