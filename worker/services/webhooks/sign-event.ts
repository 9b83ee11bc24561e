import { sign } from "#worker/http/keys";

interface Owner {
	organisationId: string;
	id: string;
	secretGeneration: number;
}

/** Returns the secret of a webhook. It is derived, not stored: a new generation makes another one. */
export const secretOf = async (secret: string, { organisationId, id, secretGeneration }: Owner): Promise<string> => {
	const derived = await sign(secret, "webhook", `${organisationId}\n${id}\n${secretGeneration}`);
	return `whsec_${derived.replaceAll("-", "+").replaceAll("_", "/")}=`;
};

/**
 * Returns the headers that sign a message as Standard Webhooks has it: HMAC-SHA256 over id, timestamp and raw body.
 * @param now UTC milliseconds
 */
export const signedHeaders = async (
	secret: string,
	{ id, body, now }: { id: string; body: string; now: number },
): Promise<Record<string, string>> => {
	const timestamp = Math.floor(now / 1_000);
	const bytes = Uint8Array.from(atob(secret.replace("whsec_", "")), (char) => char.charCodeAt(0));
	const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
	const signature = btoa(String.fromCharCode(...new Uint8Array(signed)));
	return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
};
