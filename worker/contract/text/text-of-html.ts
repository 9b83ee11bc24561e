/** why bounds, and no `<` in a tag: else every tag of a long text is looked for an end to the end of the text. */
const link = /<a\b[^<>]{0,2000}?\bhref="([^"]{0,2000})"[^<>]{0,2000}>((?:(?!<a\b).)*?)<\/a>/g;
const picture = /<img\b[^<>]{0,2000}?\balt="([^"]{0,2000})"[^<>]{0,2000}>/g;

/** The words of sanitised HTML as plain text: links as "text (address)", lists with dashes, rows on a line. */
export const textOfHtml = (html: string): string =>
	decode(
		html
			.replace(/\s+/g, " ")
			.replace(link, (_, url: string, text: string) => linkText(text, url))
			.replace(picture, "$1")
			.replace(/<(?:br|hr)\b[^<>]*>/g, "\n")
			.replace(/<li\b[^<>]*>/g, "\n- ")
			.replace(/<\/t[dh]>\s*(?=<t[dh]\b)/g, " | ")
			.replace(/<\/tr>/g, "\n")
			.replace(/<\/(?:p|h[1-6]|ul|ol|table|blockquote)>/g, "\n\n")
			.replace(/<[^<>]*>/g, ""),
	)
		.replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
		.replace(/\n{3,}/g, "\n\n")
		.trim();

const linkText = (text: string, url: string): string => {
	const address = url.replace(/^(?:mailto|tel):/i, "");
	return text.includes(address) ? text : `${text} (${address})`;
};

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

const decode = (text: string): string =>
	text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
