import { timingSafeEqual } from "node:crypto";
import { Recent } from "#worker/contract/recent";

const bytesOf = (text: string | Uint8Array): Uint8Array<ArrayBuffer> =>
	typeof text === "string" ? new TextEncoder().encode(text) : new Uint8Array(text);

/** Returns the SHA-512 of a text or of raw bytes in lower-case hex. */
export const sha512 = async (message: string | Uint8Array): Promise<string> =>
	Buffer.from(await crypto.subtle.digest("SHA-512", bytesOf(message))).toString("hex");

type HmacHash = "SHA-256" | "SHA-512";

/** Keys as they were imported. why kept: a platform signs each call of a busy hour with the same one. */
const keys = new Recent<CryptoKey>(100);

const keyOf = async (hash: HmacHash, secret: string): Promise<CryptoKey> => {
	const name = `${hash} ${secret}`;
	const known = keys.get(name);
	if (known) return known;
	const imported = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash }, false, ["sign"]);
	keys.set(name, imported);
	return imported;
};

/** Returns the HMAC of a text or of raw bytes in lower-case hex. */
export const hmac = async (hash: HmacHash, key: string, message: string | Uint8Array): Promise<string> =>
	Buffer.from(await crypto.subtle.sign("HMAC", await keyOf(hash, key), bytesOf(message))).toString("hex");

/** Compares two secret texts in constant time. why their length is no secret: it is that of every signature of its kind. */
export const isSame = (given: string, expected: string): boolean => {
	const [left, right] = [Buffer.from(given), Buffer.from(expected)];
	return left.length === right.length && timingSafeEqual(left, right);
};
