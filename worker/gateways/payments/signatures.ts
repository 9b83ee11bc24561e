import { timingSafeEqual } from "node:crypto";

const bytesOf = (text: string | Uint8Array): Uint8Array<ArrayBuffer> =>
	typeof text === "string" ? new TextEncoder().encode(text) : new Uint8Array(text);

/** Returns the SHA-512 of a text in lower-case hex. */
export const sha512 = async (text: string): Promise<string> =>
	Buffer.from(await crypto.subtle.digest("SHA-512", bytesOf(text))).toString("hex");

type HmacHash = "SHA-256" | "SHA-512";

/** Returns the HMAC of a text or of raw bytes in lower-case hex. */
export const hmac = async (hash: HmacHash, key: string, message: string | Uint8Array): Promise<string> => {
	const imported = await crypto.subtle.importKey("raw", bytesOf(key), { name: "HMAC", hash }, false, ["sign"]);
	return Buffer.from(await crypto.subtle.sign("HMAC", imported, bytesOf(message))).toString("hex");
};

/** Compares two secret texts in constant time. */
export const isSame = async (given: string, expected: string): Promise<boolean> =>
	// why hashed: neither length nor a common beginning can be measured.
	timingSafeEqual(Buffer.from(await sha512(given)), Buffer.from(await sha512(expected)));
