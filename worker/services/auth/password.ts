import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { commonStems } from "#worker/services/auth/common-stems";

/** OWASP's scrypt setting for 16 MiB: N = 2^14 (PASSWORD_COST), r = 8, p = 5. */
const blockSize = 8;
const parallelism = 5;
const keyBytes = 32;
/** why: the default limit of 32 MiB leaves nothing for the next step up in cost. */
const maxmem = 64 * 1024 * 1024;

const storedPattern = /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]{22,})\$([\w-]{43})$/;

/** What is verified for an account without a password, so that it takes as long as any other. */
const nobodysSalt = "AAAAAAAAAAAAAAAAAAAAAA";
const nobodysHash = "A".repeat(43);

const derive = (password: string, salt: Buffer, N: number, r: number, p: number): Buffer =>
	scryptSync(password, salt, keyBytes, { N, r, p, maxmem });

/**
 * Returns the stored form of a password: `scrypt$N$r$p$salt$hash`, with `cost` as N. why synchronous: the hash holds
 * the isolate's only thread, so two of them never share its memory.
 */
export const hashPassword = (password: string, cost: number): string => {
	const salt = randomBytes(16);
	const hash = derive(password, salt, cost, blockSize, parallelism);
	return ["scrypt", cost, blockSize, parallelism, salt.toString("base64url"), hash.toString("base64url")].join("$");
};

/** Checks a password, in the same time when none is stored; `outdated` if it was stored at another cost than `cost`. */
export const verifyPassword = (password: string, stored: string | null | undefined, cost: number) => {
	const parts = storedPattern.exec(stored ?? "");
	const [, N, r, p, salt, hash] = parts ?? ["", cost, blockSize, parallelism, nobodysSalt, nobodysHash];
	const derived = derive(password, Buffer.from(String(salt), "base64url"), Number(N), Number(r), Number(p));
	const equal = timingSafeEqual(derived, Buffer.from(String(hash), "base64url"));
	return {
		matches: equal && parts !== null,
		outdated: Number(N) !== cost || Number(r) !== blockSize || Number(p) !== parallelism,
	};
};

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
 * Checks whether a password is among those that attackers try first (ASVS 6.2.4): case, look-alikes, and digits and
 * symbols around a common word make it no better.
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

/** Checks for a doubled common word: `passpass` is no better than `pass`. */
const isRepeatOfCommon = (stem: string): boolean => {
	const half = stem.slice(0, stem.length / 2);
	return half !== "" && half + half === stem && commonStems.has(half);
};
