/** Folds case and marks, one character at a time, so that positions stay the same. */
const fold = (text: string): string[] =>
	isPlain.test(text)
		? text.toLowerCase().split("")
		: Array.from(text.normalize("NFC"), (character) => character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());

/** Printable ASCII: most texts, and nothing in them to fold but case. */
const isPlain = /^[ -~]*$/;

/** why kept: at each key every command is compared anew. */
const foldedTexts = new Map<string, string>();
const keptAtMost = 2_000;

const folded = (text: string): string => {
	const known = foldedTexts.get(text);
	if (known !== undefined) return known;
	if (foldedTexts.size >= keptAtMost) foldedTexts.clear();
	const made = fold(text).join("");
	foldedTexts.set(text, made);
	return made;
};

export const wordsOf = (query: string): string[] => fold(query).join("").split(/\s+/).filter(Boolean);

/** Rates a match by its weakest word: 2 begins a word, 1 is inside one, 0 is missing; 3 begins the text itself. */
export const matchScore = (text: string, words: readonly string[]): number => {
	const searched = folded(text);
	const scores = words.map((word) => {
		if (searched.startsWith(word)) return 3;
		return !searched.includes(word) ? 0 : beginsWord(searched, word) ? 2 : 1;
	});
	if (scores.length === 0) return 1;
	return Math.min(...scores) === 2 && scores.includes(3) ? 3 : Math.min(...scores);
};

const beginsWord = (text: string, word: string): boolean =>
	text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));

export interface TextPart {
	text: string;
	/** The position of its beginning, for a React key. */
	at: number;
	marked: boolean;
}

/** Splits the text into parts: the beginnings that match a word of the query are marked. */
export const markParts = (text: string, words: readonly string[]): TextPart[] => {
	const characters = Array.from(text.normalize("NFC"));
	const folded = fold(text);
	const marked = folded.map(() => false);
	const longestFirst = [...words].sort((a, b) => b.length - a.length);
	folded.forEach((_, at) => {
		if (at > 0 && /[\p{L}\p{N}]/u.test(folded[at - 1] ?? "")) return;
		const rest = folded.slice(at).join("");
		const word = longestFirst.find((one) => rest.startsWith(one));
		if (word) marked.fill(true, at, at + Array.from(word).length);
	});
	const parts: TextPart[] = [];
	characters.forEach((character, at) => {
		const last = parts.at(-1);
		if (last && last.marked === marked[at]) last.text += character;
		else parts.push({ text: character, at, marked: marked[at] === true });
	});
	return parts;
};
