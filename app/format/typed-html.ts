import { escapeHtml } from "#worker/contract/text/escape-html";

const inlineTags = "a|b|del|em|i|s|span|strike|strong|sub|sup|u";
const blockTags = "blockquote|br|div|h[1-6]|hr|img|li|ol|p|table|ul";
/** why no `<` in a tag: otherwise each of a million of them is searched for its end to the end of the text. */
const anyTag = new RegExp(`</?(?:${inlineTags}|${blockTags})\\b[^<>]*>`, "i");
const blockTag = new RegExp(`</?(?:${blockTags})\\b[^<>]*>`, "i");

/** Turns typed text into paragraphs and line breaks of rich text; text that contains tags is HTML already. */
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
