// why: these letters have no decomposition, so stripping marks leaves them as they are.
const plainLetters: Record<string, string> = {
	ɓ: "b",
	ɗ: "d",
	ƙ: "k",
	ƴ: "y",
	ɲ: "n",
	ŋ: "n",
	ɔ: "o",
	ɛ: "e",
	ǝ: "e",
	ə: "e",
	ß: "ss",
	ø: "o",
	æ: "ae",
	œ: "oe",
	đ: "d",
	ð: "d",
	þ: "th",
	ł: "l",
	ı: "i",
};
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/** Folds a text to lower case without accents or tone marks: 'Ọlá' and 'ola' are the same word. */
export const foldText = (text: string): string =>
	text
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		// why: lower-casing can bring a mark back (İ).
		.replace(/\p{M}/gu, "")
		.replace(specialLetter, (letter) => plainLetters[letter] ?? letter);

export const foldedWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Folds a text to lower case, its letters composed and its marks kept: 'ỌLÁ' and 'ọlá' are the same name, and 'ola' is not. */
export const foldCase = (text: string): string => text.toLowerCase().normalize("NFC");
