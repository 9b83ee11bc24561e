import { distance } from "fastest-levenshtein";
import { foldedWords } from "#worker/contract/text/fold-text";
import { leastMisspelt, termsOf } from "#worker/contract/text/search-text";

const mistakesIn = (term: string): number => (term.length < leastMisspelt ? 0 : term.length < 6 ? 1 : 2);

/** Checks whether every typed part is the beginning of a word, with one mistake, or in six letters two. */
export const isMisspelt = (typed: string, text: string): boolean => {
	const words = foldedWords(text);
	return termsOf(typed).every((term) =>
		words.some((word) =>
			// why the beginning too: the word may not be typed to its end.
			[word, word.slice(0, term.length)].some((part) => distance(term, part) <= mistakesIn(term)),
		),
	);
};
