import { fromBase64Url, toBase64Url } from "#worker/http/keys";

const encoder = new TextEncoder();
const keys = new Map<string, Promise<CryptoKey>>();

/** Derives an encryption key for one purpose from the Worker's secret, once per isolate. */
const keyFor = (secret: string, purpose: string): Promise<CryptoKey> => {
	const name = `${purpose}\n${secret}`;
	const known = keys.get(name);
	if (known) return known;
	const key = (async () => {
		const root = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
		const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(purpose) };
		return crypto.subtle.deriveKey(derivation, root, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
	})();
	keys.set(name, key);
	return key;
};

/** What a text is sealed for: a seal that is moved to another place does not open there. */
interface Place {
	purpose: "payment-keys" | "bank-account";
	organisationId: string;
	id: string;
}

const labelOf = ({ organisationId, id }: Place) => encoder.encode(`${organisationId}\n${id}`);

/** Encrypts a text with AES-GCM. @returns URL-safe base64 of a random nonce and what was encrypted */
export const seal = async (secret: string, place: Place, text: string): Promise<string> => {
	const iv = crypto.getRandomValues(new Uint8Array(12));
	const key = await keyFor(secret, place.purpose);
	const algorithm = { name: "AES-GCM", iv, additionalData: labelOf(place) };
	const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encoder.encode(text)));
	const whole = new Uint8Array(iv.length + sealed.length);
	whole.set(iv);
	whole.set(sealed, iv.length);
	return toBase64Url(whole);
};

/** Returns a sealed text; undefined for one that was sealed with another secret or for another place, or was changed. */
export const unseal = async (secret: string, place: Place, sealed: string): Promise<string | undefined> => {
	const whole = fromBase64Url(sealed);
	if (!whole || whole.length <= 12) return undefined;
	const algorithm = { name: "AES-GCM", iv: whole.slice(0, 12), additionalData: labelOf(place) };
	try {
		const key = await keyFor(secret, place.purpose);
		return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, whole.slice(12)));
	} catch (error) {
		if (error instanceof DOMException) return undefined;
		throw error;
	}
};
