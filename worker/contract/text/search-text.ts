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

/** why: of a shorter word a mistake makes another word. */
export const leastMisspelt = 4;

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
	return withKey(searchKey, [
		...wordsAndWhole([firstName, middleName ?? "", lastName].join(" ")),
		...wordsAndWhole(applicationNumber),
		...emailWords(email),
		...wordsAndWhole(reference),
	]);
};

const withKey = (searchKey: string, words: readonly string[]): string =>
	[...new Set(words)]
		.filter((word) => word !== "")
		.map((word) => searchKey + word)
		.join(" ");

/** The parts of a payment that can be searched (§2). */
export interface SearchablePayment {
	name: string;
	email: string;
	username: string;
	reference: string;
	rrr?: string | null | undefined;
	providerReference?: string | null | undefined;
}

/** Returns a payment's words for the full-text index, each prefixed with the organisation's search key. */
export const paymentSearchText = (searchKey: string, payment: SearchablePayment): string => {
	const { name, email, username, reference, rrr, providerReference } = payment;
	return withKey(searchKey, [
		...wordsAndWhole(name),
		...emailWords(email),
		...(username === email ? [] : emailWords(username)),
		...wordsAndWhole(reference),
		...wordsAndWhole(rrr ?? ""),
		...wordsAndWhole(providerReference ?? ""),
	]);
};

/** Returns the typed parts, folded: at most 8 of at most 40 letters. Only letters and digits are in them. */
export const termsOf = (typed: string): string[] => {
	const terms = new Set<string>();
	for (const [chunk] of typed.matchAll(/\S+/gu)) {
		const term = [...compact(chunk.slice(0, maxTermLength * 4))].slice(0, maxTermLength).join("");
		if (term !== "") terms.add(term);
		if (terms.size === maxTerms) break;
	}
	return [...terms];
};

/** The year and the number of an application, written as one: 26109467. */
const yearAndNumber = /^(\d{2})(\d{4,})$/;

/**
 * Returns the typed text as an FTS5 query: each part must begin a word. Only letters and digits get into it, so that
 * nothing typed is syntax. Undefined when nothing searchable is left.
 */
export const searchQuery = (searchKey: string, typed: string): string | undefined => {
	const begins = (word: string) => `"${searchKey}${word}"*`;
	const terms = termsOf(typed).map((term) => {
		const [, year, number] = yearAndNumber.exec(term) ?? [];
		return year && number ? `(${begins(term)} OR ("${searchKey}${year}" AND ${begins(number)}))` : begins(term);
	});
	return terms.length === 0 ? undefined : terms.join(" AND ");
};

/**
 * Returns a wider FTS5 query for a text that finds nothing: the beginning of each part, or all parts but one. Its results
 * are to be compared by `isMisspelt`. Undefined for a text of short parts, of which a mistake would leave nothing.
 */
export const wideSearchQuery = (searchKey: string, typed: string): string | undefined => {
	const terms = termsOf(typed);
	if (!terms.some((term) => term.length >= leastMisspelt)) return undefined;
	const all = (words: readonly string[]) => `(${words.map((word) => `"${searchKey}${word}"*`).join(" AND ")})`;
	const beginnings = terms.map((term) =>
		term.length < leastMisspelt ? term : term.slice(0, Math.ceil(term.length / 2)),
	);
	const butOne = terms.length > 1 ? terms.map((_, left) => all(terms.filter((_, index) => index !== left))) : [];
	return [all(beginnings), ...butOne].join(" OR ");
};
