/** Returns the text without control and invisible characters and lone surrogates; line breaks and tabs stay. */
export const visibleText = (text: string): string =>
	text
		.replace(/\r\n?/g, "\n")
		.replace(/[^\P{C}\n\t]/gu, "")
		.trim();

export const visibleLine = (text: string): string => visibleText(text).replace(/\s+/g, " ");
