import { fail, ok, type Result } from "#worker/contract/result";

/** Bytes of a posted body, JSON or form; files have their own endpoints. */
export const maxBodyBytes = 1_000_000;

/** why: no client gets more than this past Cloudflare; here nobody is listened to for longer. */
const maxListenedBytes = 100_000_000;
const maxListenedMs = 10_000;

/**
 * What was posted, of at most `maxBytes`, whatever the sender said the length was; else `too_large`, or `malformed`
 * when it broke off.
 * why: the rest of what is too long is heard out and forgotten; a client that is still sending when it is answered
 * sees a broken connection, not the answer.
 */
export const readBounded = async (
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
	maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>[]>> => {
	const kept: Uint8Array<ArrayBuffer>[] = [];
	let bytes = 0;
	const until = Date.now() + maxListenedMs;
	try {
		const reader = body?.getReader();
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
			bytes += part.value.byteLength;
			if (bytes <= maxBytes) kept.push(part.value);
			else kept.length = 0;
			if (bytes > maxListenedBytes || (bytes > maxBytes && Date.now() > until)) await reader?.cancel();
		}
	} catch {
		// why: a stream of a request fails only by its sender, who went away or said another length than it sent.
		return fail("malformed");
	}
	return bytes > maxBytes ? fail("too_large") : ok(kept);
};
