import { fail, ok, type Result } from "#worker/contract/result";

/** Bytes of a posted body, JSON or form; files come in multipart bodies. */
export const maxBodyBytes = 1_000_000;

/** why: no client gets more than this past Cloudflare; here nobody is listened to for longer. */
const maxListenedBytes = 100_000_000;
const maxListenedMs = 10_000;

/**
 * Reads a posted body of at most `maxBytes`, whatever length the sender declared. Fails with `too_large`, or with
 * `malformed` when the body broke off.
 */
export const readBounded = async (body: Body, maxBytes: number): Promise<Result<Uint8Array<ArrayBuffer>[]>> => {
	const kept: Uint8Array<ArrayBuffer>[] = [];
	let bytes = 0;
	const isWhole = await hearBody(body, (part) => {
		bytes += part.byteLength;
		kept.push(part);
		if (bytes <= maxBytes) return true;
		kept.length = 0;
		return false;
	});
	if (!isWhole) return fail("malformed");
	return bytes > maxBytes ? fail("too_large") : ok(kept);
};

type Body = ReadableStream<Uint8Array<ArrayBuffer>> | null;

/**
 * Hands on a body part by part for as long as `take` wants more.
 * why: the rest of what is too long is heard out and forgotten; a client that is still sending when it is answered
 * sees a broken connection, not the answer.
 * @returns false when it broke off.
 */
export const hearBody = async (body: Body, take: (part: Uint8Array<ArrayBuffer>) => boolean): Promise<boolean> => {
	let bytes = 0;
	let isWanted = true;
	const until = Date.now() + maxListenedMs;
	try {
		const reader = body?.getReader();
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
			bytes += part.value.byteLength;
			isWanted = isWanted && take(part.value);
			if (bytes > maxListenedBytes || (!isWanted && Date.now() > until)) await reader?.cancel();
		}
		return true;
	} catch {
		// why: a stream of a request fails only by its sender, who went away or said another length than it sent.
		return false;
	}
};
