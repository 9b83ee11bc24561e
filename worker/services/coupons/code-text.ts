/** Capitals and digits that no other one looks like, without vowels: no code is a word. */
const letters = "34679CDFGHJKMNPQRTVWXY";
const codeLength = 12;
const groupLength = 4;

/** Makes a code that nobody can guess (53 bits): "CDFG-HJKM-NPQR". */
export const makeCode = (): string => {
	const chosen: string[] = [];
	while (chosen.length < codeLength) {
		for (const byte of crypto.getRandomValues(new Uint8Array(codeLength))) {
			// why: the last bytes would make the first letters more frequent.
			if (byte < 256 - (256 % letters.length) && chosen.length < codeLength)
				chosen.push(letters[byte % letters.length] ?? "");
		}
	}
	return chosen.join("").replace(new RegExp(`.{${groupLength}}(?=.)`, "g"), "$&-");
};

/** What is read as what, on paper or aloud. */
const alike: Readonly<Record<string, string>> = { O: "0", I: "1", L: "1", Z: "2", S: "5", B: "8", U: "V" };

/**
 * Returns a code as it is compared: in any case, with or without hyphens and spaces, and with letters and digits that look
 * alike for one another.
 */
export const foldCode = (typed: string): string =>
	typed
		.toUpperCase()
		.replace(/[^A-Z0-9]/g, "")
		.replace(/[OILZSBU]/g, (letter) => alike[letter] ?? letter);
