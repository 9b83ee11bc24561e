import { escapeHtml } from "#worker/contract/text/escape-html";

export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[] | undefined;

/** Makes markup from a template; values are escaped unless they are markup. */
export const html = (strings: TemplateStringsArray, ...values: readonly Part[]): Html =>
	new Html(strings.map((string, index) => (index === 0 ? "" : render(values[index - 1])) + string).join(""));

const render = (part: Part): string => {
	if (part === undefined) return "";
	if (part instanceof Html) return part.text;
	if (typeof part === "object") return part.map(({ text }) => text).join("");
	return escapeHtml(String(part));
};
