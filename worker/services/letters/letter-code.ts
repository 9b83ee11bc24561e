import { codeLength, codeLetters, groupLetterCode } from "#worker/contract/text/letter-code";
import type { Env } from "#worker/env";
import { fromBase64Url, sign } from "#worker/http/keys";

/**
 * Returns the code of a letter, which nobody can guess. why of its id: a slice that is repeated draws the same letter
 * again, and the file and the row must have the same code whichever delivery wrote them.
 */
export const codeOfLetter = async (
	{ SECRET }: Pick<Env, "SECRET">,
	organisationId: string,
	letterId: string,
): Promise<string> => {
	const bytes = fromBase64Url(await sign(SECRET, "letter", `${organisationId}\n${letterId}`)) ?? new Uint8Array();
	return Array.from(bytes.slice(0, codeLength), (byte) => codeLetters[byte % codeLetters.length]).join("");
};

/** Where a letter can be verified, as it is printed on the letter. */
export interface LetterCheck {
	/** In groups. */
	code: string;
	/** The page that the picture leads to. */
	verifyAt: string;
	/** The page on which the code can be typed. */
	typeAt: string;
}

export const checkOfLetter = (
	{ PORTAL_ORIGIN }: Pick<Env, "PORTAL_ORIGIN">,
	organisationId: string,
	code: string,
): LetterCheck => {
	const typeAt = `${PORTAL_ORIGIN}/${organisationId}/verify`;
	return { code: groupLetterCode(code), verifyAt: `${typeAt}/${code}`, typeAt };
};
