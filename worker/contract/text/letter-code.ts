/** Letters and digits that nobody mistakes for others: without 0, O, 1 and I. 32, so that each is five bits. */
export const codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** How many letters a code has: 60 bits, which nobody guesses. */
export const codeLength = 12;

const isCode = new RegExp(`^[${codeLetters}]{${codeLength}}$`);

/** Returns the code as it is typed or scanned, without spaces and hyphens, in capitals; undefined for what is none. */
export const readLetterCode = (typed: string): string | undefined => {
	const code = typed.replace(/[\s\u2010-\u2015-]/g, "").toUpperCase();
	return isCode.test(code) ? code : undefined;
};

/** Returns the code in groups of four: `7KQM-X2PD-9WHT`. */
export const groupLetterCode = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1-");
