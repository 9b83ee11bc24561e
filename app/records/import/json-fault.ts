/** How much of the line is quoted from where it is wrong. */
const quoted = 24;

/** Returns where a text stops being JSON, as far as its engine says it; its length where it only ends too early. */
const faultIn = (text: string): number | undefined => {
	try {
		JSON.parse(text);
		return text.length;
	} catch (error) {
		const [, at] = /position (\d+)/.exec(String(error)) ?? [];
		if (at !== undefined) return Number(at);
		return /end of JSON/i.test(String(error)) ? text.length : undefined;
	}
};

/** Returns where a text stops being JSON. why by beginnings of it: of a word that is none, an engine does not say where it is. */
const placeOfFault = (text: string): number => {
	let [right, wrong] = [0, text.length];
	while (wrong - right > 1) {
		const middle = Math.floor((right + wrong) / 2);
		if (faultIn(text.slice(0, middle)) === middle) right = middle;
		else wrong = middle;
	}
	return right;
};

/** Says where a text that is not JSON is wrong. */
export const jsonFault = (text: string): string => {
	const at = faultIn(text) ?? placeOfFault(text);
	if (at >= text.length) return "This is not JSON: it ends too early.";
	const line = text.slice(0, at).split("\n").length;
	const [rest = ""] = text
		.slice(at)
		.trimStart()
		.split(/[\r\n]/, 1);
	return `This is not JSON: line ${line} is wrong, from “${rest.slice(0, quoted)}”.`;
};
