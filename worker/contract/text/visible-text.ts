/** Returns the text without control characters, invisible characters and lone surrogates. */
export const visibleText = (text: string): string =>
	text
		.replace(/\r\n?/g, "\n")
		.replace(/[^\P{C}\n\t]/gu, "")
		.trim();

export const visibleLine = (text: string): string => visibleText(text).replace(/\s+/g, " ");
