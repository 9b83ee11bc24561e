/** Days keep their digits: they are criteria. */
const day = String.raw`(?<![\d-])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})(?![\d-])`;
const email = String.raw`[^\s@<>"“”,;:]+@[^\s@<>"“”,;:]+`;
/** Nine digits or more, however they are grouped, with the letters of an examination number: phones, NIN, BVN, accounts. */
const number = String.raw`(?<![\p{L}\d])\+?\(?\d(?:[ ().-]{0,2}\d){8,}[A-Za-z]{0,3}`;
/** Numbers with letters: examinations, passports, applications. */
const lettered = String.raw`(?<![\p{L}\d])(?:[A-Za-z]{1,2}\d{7,}|\d{8}[A-Za-z]{2}|[A-Z]{2,5}/\d{2}/\d{4,})(?![\p{L}\d])`;
const anyOfThem = new RegExp(`(${day})|${email}|${lettered}|${number}`, "gu");

/** Words without what looks like a person's, and what puts it back. */
export interface HiddenWords {
	words: string;
	/** Returns a text of the model with what was hidden in its place. */
	restore(text: string): string;
}

/**
 * Replaces email addresses, phone numbers and other long numbers by `[hidden 1]`, before words leave the portal. Names are
 * not known from other words, so that they stay.
 */
export const hidePersonal = (typed: string): HiddenWords => {
	const hidden: string[] = [];
	const words = typed.replace(anyOfThem, (found, asDay: string | undefined) => {
		if (asDay !== undefined) return found;
		const known = hidden.indexOf(found);
		return markOf(known >= 0 ? known : hidden.push(found) - 1);
	});
	return { words, restore: (text) => hidden.reduce((rest, one, index) => rest.replaceAll(markOf(index), one), text) };
};

const markOf = (index: number): string => `[hidden ${index + 1}]`;
