import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";

/** Tables in a formatted text. Tab goes to the next cell, and from the last one out of the text, as everywhere else. */
export const textTables = [
	// why no view of its own: it sets widths, which a document does not keep.
	Table.configure({ View: null }).extend({
		addKeyboardShortcuts() {
			return { ...this.parent?.(), Tab: ({ editor }) => editor.commands.goToNextCell() };
		},
	}),
	TableRow,
	TableHeader,
	TableCell,
];

/** Returns the editor's HTML with tables as they are stored: without widths, and a paragraph alone in its cell as text. */
export const plainTables = (html: string): string =>
	html
		.replace(/<table[^>]*>/g, "<table>")
		.replace(/<colgroup>.*?<\/colgroup>/g, "")
		.replace(/ (?:col|row)span="1"/g, "")
		.replace(/<(t[dh])([^>]*)><p>((?:(?!<p>|<\/p>|<\/t[dh]>).)*)<\/p><\/\1>/g, "<$1$2>$3</$1>");
