import { commonStems } from "#worker/services/auth/common-stems";

const lookAlikes: Record<string, string> = {
	"@": "a",
	"4": "a",
	"3": "e",
	"1": "i",
	"!": "i",
	"0": "o",
	$: "s",
	"5": "s",
	"7": "t",
	"8": "b",
	"+": "t",
};

/** Fewer different characters than this are a pattern, not a password: `Aa1!Aa1!`. */
const minDistinct = 5;

/**
 * Checks whether a password is among those that attackers try first (ASVS 6.2.4). Case, digits and symbols around a
 * common word, and the usual look-alikes within it, make it no better: `P@ssw0rd123!` is `password`.
 */
export const isCommonPassword = (password: string): boolean => {
	const lower = password.toLowerCase();
	if (new Set(lower).size < minDistinct) return true;
	const decoded = decode(lower);
	const stems = [trim(lower), decode(trim(lower)), trim(decoded), onlyLetters(lower), onlyLetters(decoded)];
	return stems.some((stem) => commonStems.has(stem) || isRepeatOfCommon(stem));
};

const decode = (text: string): string => [...text].map((char) => lookAlikes[char] ?? char).join("");

/** Returns the word without the digits and symbols around it. */
const trim = (text: string): string => text.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");

const onlyLetters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, "");

/** Returns half of a doubled word: `passpass` is no better than `pass`. */
const isRepeatOfCommon = (stem: string): boolean => {
	const half = stem.slice(0, stem.length / 2);
	return half !== "" && half + half === stem && commonStems.has(half);
};
