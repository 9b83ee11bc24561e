import type { Reader } from "#worker/services/assistant/translate/reader";

/** Words that may be between those of a phrase. */
export const smallWords = [
	"the",
	"their",
	"his",
	"her",
	"a",
	"an",
	"any",
	"all",
	"of",
	"have",
	"has",
	"been",
	"are",
	"is",
	"were",
	"was",
	"that",
	"fully",
	"its",
];

/** Goes past a phrase with small words in between: submitted their form. */
export const eatLoose = (reader: Reader, phrase: string): boolean =>
	reader.attempt(() => {
		for (const [index, word] of phrase.split(" ").entries()) {
			if (index > 0 && !reader.sees(word)) reader.skip(...smallWords);
			if (!reader.eat(word)) return undefined;
		}
		return true;
	}) ?? false;
