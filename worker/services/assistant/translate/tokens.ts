import { distance } from "fastest-levenshtein";
import { foldText } from "#worker/contract/text/fold-text";

/** A word, a number or a sign of what was typed. */
export interface Token {
	/** The word without its plural, or the sign. */
	word: string;
	/** Set for a number, in digits or words. */
	number?: number;
	/** Its position in the text. */
	start: number;
	end: number;
	/** What it was read as, where it was misspelt. */
	readAs?: string;
}

/** Returns a word without its plural: subjects → subject, physics → physic. Names and texts are compared so. */
export const stem = (word: string): string => {
	if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
	if (word.length > 4 && /(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
	return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
};

const pattern =
	/\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{4}|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*|>=|<=|[≥≤><=+&/,;:()\n-]|[.!?](?=\s|$)/gu;

/** Returns the words of a phrase, as texts are compared. */
export const wordsOf = (phrase: string): string[] =>
	[...phrase.matchAll(pattern)].map(([text]) => wordOf(text)).filter((word) => /[\p{L}\p{N}]/u.test(word));

const wordOf = (text: string): string => {
	// why not of one letter: "A's" are grades, and "a" is an article.
	const plural = /^([a-e])['’]s$/i.exec(text)?.[1];
	if (plural) return `${plural.toLowerCase()}'s`;
	const folded = foldText(text)
		.replace(/['’]s$/, "")
		.replace(/['’]/g, "");
	// why not where digits follow: a grade is no plural.
	return /\d/.test(folded) ? folded : stem(folded);
};

const units = [
	"zero",
	"one",
	"two",
	"three",
	"four",
	"five",
	"six",
	"seven",
	"eight",
	"nine",
	"ten",
	"eleven",
	"twelve",
	"thirteen",
	"fourteen",
	"fifteen",
	"sixteen",
	"seventeen",
	"eighteen",
	"nineteen",
];
const tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const small = new Map([
	...units.map((word, value) => [word, value] as const),
	...tens.map((word, index) => [word, (index + 2) * 10] as const),
]);

/** The words of numbers, so that they can be misspelt like others. */
export const numberWords: readonly string[] = [...small.keys(), "hundred", "thousand"];

/** Reads a text as tokens. Misspelt words are read as the one known word that is nearest, if there is just one. */
export const tokenise = (text: string, known: ReadonlyMap<string, string>): Token[] => {
	const plain = [...text.matchAll(pattern)].map(({ 0: typed, index }): Token => {
		const place = { start: index, end: index + typed.length };
		if (/^\d[\d,.]*$/.test(typed)) return { word: typed, number: Number(typed.replaceAll(",", "")), ...place };
		const word = wordOf(typed);
		const readAs = nearest(word, known);
		return readAs === undefined ? { word, ...place } : { word: readAs, readAs: known.get(readAs) ?? readAs, ...place };
	});
	const joined = joinNumbers(plain.filter((token, index) => token.word !== "-" || isBetweenNumbers(plain, index)));
	return joined.filter((_, index) => !isRepeated(joined, index));
};

/** why: "five (5)" says one number twice. */
const isRepeated = (tokens: readonly Token[], index: number): boolean =>
	[0, 1, 2].some((back) => {
		const [said, opened, again, closed] = tokens.slice(Math.max(0, index - back - 1), index - back + 3);
		const isTwice = said?.number !== undefined && said.number === again?.number;
		return index - back - 1 >= 0 && isTwice && opened?.word === "(" && closed?.word === ")";
	});

/** why: "post-UTME" is two words, and "16-25" a range. */
const isBetweenNumbers = (tokens: readonly Token[], index: number): boolean =>
	tokens[index - 1]?.number !== undefined && tokens[index + 1]?.number !== undefined;

const mistakesIn = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

const nearest = (word: string, known: ReadonlyMap<string, string>): string | undefined => {
	const allowed = mistakesIn(word);
	if (allowed === 0 || /\d/.test(word) || known.has(word)) return undefined;
	let best: string[] = [];
	let least = allowed;
	for (const one of known.keys()) {
		// why the same beginning: misspelt words begin as they should, and other words often do not.
		if (one.length < 4 || one[0] !== word[0] || Math.abs(one.length - word.length) > least) continue;
		// why: of a short word nearly every mistake makes another word; a missing end does not.
		if (word.length < 5 && !one.startsWith(word)) continue;
		const mistakes = mistakesBetween(word, one);
		if (mistakes < least) best = [];
		if (mistakes > least) continue;
		least = mistakes;
		best.push(one);
	}
	return best.length === 1 ? best[0] : undefined;
};

/** Counts mistakes; two neighbouring letters in the wrong order are one. */
const mistakesBetween = (typed: string, word: string): number => {
	if (typed.length === word.length) {
		const at = [...typed].findIndex((letter, index) => letter !== word[index]);
		const swapped = `${typed.slice(0, at)}${typed[at + 1] ?? ""}${typed[at] ?? ""}${typed.slice(at + 2)}`;
		if (at >= 0 && swapped === word) return 1;
	}
	return distance(typed, word);
};

/** Joins the words of a number: two hundred and twenty. */
const joinNumbers = (tokens: readonly Token[]): Token[] => {
	const joined: Token[] = [];
	for (let index = 0; index < tokens.length; ) {
		const read = readNumberWords(tokens, index);
		const token = tokens[index];
		if (!token) break;
		if (read) {
			joined.push({
				word: `${read.value}`,
				number: read.value,
				start: token.start,
				end: tokens[read.next - 1]?.end ?? token.end,
			});
			index = read.next;
		} else {
			joined.push(token);
			index++;
		}
	}
	return joined;
};

const readNumberWords = (tokens: readonly Token[], from: number): { value: number; next: number } | undefined => {
	let value = 0;
	let next = from;
	for (; next < tokens.length; next++) {
		const word = tokens[next]?.word ?? "";
		const one = small.get(word);
		const isAfterHundred = word === "and" && value >= 100 && small.has(tokens[next + 1]?.word ?? "");
		if (isAfterHundred) continue;
		if (word === "hundred" && value > 0 && value < 10) value *= 100;
		else if (word === "thousand" && value > 0) value *= 1000;
		else if (one === undefined) break;
		// why: "one or two" and "five, one of them" are two numbers.
		else if (next > from && !(value % 100 === 0 || (value % 10 === 0 && value % 100 >= 20 && one < 10))) break;
		else value += one;
	}
	return next === from ? undefined : { value, next };
};
