const encoder = new TextEncoder();
const keys = new Map<string, Promise<CryptoKey>>();

/** Derives a signing key for one purpose from the Worker's secret, once per isolate. */
const keyFor = (secret: string, purpose: string): Promise<CryptoKey> => {
	const name = `${purpose}\n${secret}`;
	let key = keys.get(name);
	if (!key) {
		key = deriveKey(secret, purpose);
		keys.set(name, key);
	}
	return key;
};

const deriveKey = async (secret: string, purpose: string): Promise<CryptoKey> => {
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const root = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
	const derived = await crypto.subtle.sign("HMAC", root, encoder.encode(purpose));
	return crypto.subtle.importKey("raw", derived, algorithm, false, ["sign", "verify"]);
};

export type KeyPurpose =
	| "access-token"
	| "refresh-token"
	| "oauth-state"
	| "dev-google"
	| "webhook"
	| "receipt"
	| "letter";

export const signingKey = (secret: string, purpose: KeyPurpose): Promise<CryptoKey> => keyFor(secret, purpose);

/** Returns the text's signature in URL-safe base64. */
export const sign = async (secret: string, purpose: KeyPurpose, text: string): Promise<string> =>
	toBase64Url(new Uint8Array(await crypto.subtle.sign("HMAC", await keyFor(secret, purpose), encoder.encode(text))));

/** Checks a signature in constant time. */
export const verifySignature = async (secret: string, purpose: KeyPurpose, text: string, signature: string) => {
	const bytes = fromBase64Url(signature);
	return (
		bytes !== undefined && crypto.subtle.verify("HMAC", await keyFor(secret, purpose), bytes, encoder.encode(text))
	);
};

/** Returns 256 random bits, URL-safe. */
export const randomToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns what is stored of a random token. */
export const hashToken = (token: string): Promise<string> => hashBytes(encoder.encode(token));

/** Returns the SHA-256 digest in URL-safe base64. */
export const hashBytes = async (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> =>
	toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));

export const toBase64Url = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> | undefined => {
	// why the remainder: no bytes are written with so many letters, and decoding would throw.
	if (!/^[\w-]{1,8192}$/.test(text) || text.length % 4 === 1) return undefined;
	return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
};
