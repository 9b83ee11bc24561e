import { escapeHtml } from "#worker/contract/text/escape-html";

const inlineTags = "a|b|del|em|i|s|span|strike|strong|sub|sup|u";
const blockTags = "blockquote|br|div|h[1-6]|hr|img|li|ol|p|table|ul";
/** why no `<` in a tag: otherwise each of a million of them is searched for its end to the end of the text. */
const anyTag = new RegExp(`</?(?:${inlineTags}|${blockTags})\\b[^<>]*>`, "i");
const blockTag = new RegExp(`</?(?:${blockTags})\\b[^<>]*>`, "i");

/**
 * Turns text typed into a plain field into rich text: an empty line begins a paragraph, a line break stays one, and
 * without any tag nothing in it is markup. HTML stays as it is.
 */
export const htmlOfTyped = (typed: string): string => {
	const text = typed.replace(/\r\n?/g, "\n").trim();
	if (text === "" || blockTag.test(text)) return text;
	const marked = anyTag.test(text) ? text : escapeHtml(text);
	return marked
		.split(/\n\s*\n/)
		.map((paragraph) => `<p>${paragraph.trim().replaceAll("\n", "<br>")}</p>`)
		.join("");
};

/** Writes HTML with each paragraph on its own line, for reading in a plain field. */
export const readableSource = (html: string): string =>
	html.replace(/(<\/(?:blockquote|h[1-6]|li|ol|p|table|tr|ul)>)\s*(?=\S)/gi, "$1\n");
