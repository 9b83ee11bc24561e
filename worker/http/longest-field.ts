/** A name that a form may have for a field. why: it comes from a stranger, and goes into the answer. */
const fieldName = /^[A-Za-z][\w.-]{0,79}$/;

/**
 * Which field of a JSON object holds most of it, as far as its text has come: the one to shorten when it is too long.
 * Undefined where it is no object, or the field has no name that a form would have.
 */
export const longestField = (text: string): string | undefined => {
	let [depth, valueFrom, longest] = [0, 0, 0];
	let inText = false;
	let isName = true;
	let nameFrom = 0;
	let name = "";
	let found: string | undefined;
	const measure = (end: number) => {
		if (end - valueFrom <= longest || isName) return;
		longest = end - valueFrom;
		found = name;
	};
	for (let at = 0; at < text.length; at++) {
		const char = text.charAt(at);
		if (inText) {
			if (char === "\\") at++;
			else if (char === '"') {
				inText = false;
				if (depth === 1 && isName) name = text.slice(nameFrom, at);
			}
		} else if (char === '"') {
			inText = true;
			nameFrom = at + 1;
		} else if (char === "{" || char === "[") {
			// why: in a list nothing has a name.
			if (depth++ === 0 && char === "[") return undefined;
		} else if (char === "}" || char === "]") depth--;
		else if (depth === 1 && char === ":") {
			isName = false;
			valueFrom = at + 1;
		} else if (depth === 1 && char === ",") {
			measure(at);
			isName = true;
		}
	}
	measure(text.length);
	return found !== undefined && fieldName.test(found) ? found : undefined;
};
