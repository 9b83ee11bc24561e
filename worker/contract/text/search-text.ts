import { foldedWords } from "#worker/contract/text/fold-text";

/** The parts of an applicant that can be searched (§2). */
export interface Searchable {
	firstName: string;
	middleName?: string | null;
	lastName: string;
	applicationNumber: string;
	email: string;
	reference: string;
}

const maxTerms = 8;
const maxTermLength = 40;

const chunksOf = (text: string): string[] => text.split(/\s+/u).filter((chunk) => chunk !== "");
const compact = (chunk: string): string => foldedWords(chunk).join("");

/** Returns each word, and all of them as one: 'CU/26/104882' is found by cu, 26, 104882 and cu26104882. */
const wordsAndWhole = (text: string): string[] =>
	chunksOf(text).flatMap((chunk) => {
		const words = foldedWords(chunk);
		return words.length > 1 ? [...words, words.join("")] : words;
	});

const emailWords = (email: string): string[] => [...wordsAndWhole(email.split("@")[0] ?? ""), compact(email)];

/**
 * Returns an applicant's words for the full-text index, each prefixed with the organisation's search key. why: one
 * index serves all institutions, and a search never meets another's rows.
 */
export const searchText = (searchKey: string, applicant: Searchable): string => {
	const { firstName, middleName, lastName, applicationNumber, email, reference } = applicant;
	const words = [
		...wordsAndWhole([firstName, middleName ?? "", lastName].join(" ")),
		...wordsAndWhole(applicationNumber),
		...emailWords(email),
		...wordsAndWhole(reference),
	].filter((word) => word !== "");
	return [...new Set(words)].map((word) => searchKey + word).join(" ");
};

/**
 * Returns the typed text as an FTS5 query: each part must begin a word. Only letters and digits get into it, so that
 * nothing typed is syntax. Undefined when nothing searchable is left.
 */
export const searchQuery = (searchKey: string, typed: string): string | undefined => {
	const terms = new Set<string>();
	for (const [chunk] of typed.matchAll(/\S+/gu)) {
		const term = [...compact(chunk.slice(0, maxTermLength * 4))].slice(0, maxTermLength).join("");
		if (term !== "") terms.add(term);
		if (terms.size === maxTerms) break;
	}
	return terms.size === 0 ? undefined : [...terms].map((term) => `"${searchKey}${term}"*`).join(" AND ");
};
