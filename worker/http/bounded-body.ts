import { fail, ok, type Result } from "#worker/contract/result";

/** why: Cloudflare lets no client send more than this; here no body is drained any further either. */
const maxDrainedBytes = 100_000_000;
/** why: nobody keeps a request open by sending its body drop by drop. */
const maxDrainMs = 10_000;

export type Bytes = Uint8Array<ArrayBuffer>;
export type Body = ReadableStream<Bytes> | null;

/** Reads a body of at most `maxBytes`. Fails with `too_large`, or with `malformed` when the body broke off. */
export const readBounded = (request: Request, maxBytes: number): Promise<Result<Bytes[]>> =>
	isDeclaredWithin(request.headers, maxBytes) ? readWhole(request) : readChunks(request.body, maxBytes);

/** why: the runtime takes no more of a body than its declared length, and a chunked one has none. */
const isDeclaredWithin = (headers: Headers, maxBytes: number): boolean => {
	const length = headers.get("content-length") ?? "";
	return /^\d{1,15}$/.test(length) && Number(length) <= maxBytes && !headers.has("transfer-encoding");
};

/** why: read by chunks a body costs several times as much, and platforms report payments by the hundred a second. */
const readWhole = async (request: Request): Promise<Result<Bytes[]>> => {
	try {
		return ok([new Uint8Array(await request.arrayBuffer())]);
	} catch {
		return fail("malformed");
	}
};

const readChunks = async (body: Body, maxBytes: number): Promise<Result<Bytes[]>> => {
	const kept: Bytes[] = [];
	let bytes = 0;
	const isWhole = await drainBody(body, (chunk) => {
		bytes += chunk.byteLength;
		kept.push(chunk);
		if (bytes > maxBytes) kept.length = 0;
		return bytes <= maxBytes;
	});
	if (!isWhole) return fail("malformed");
	return bytes > maxBytes ? fail("too_large") : ok(kept);
};

/**
 * Passes a body on until `take` returns false, and drops the rest. why the rest: a client that is still sending sees
 * a broken connection, not the answer. @returns false when the body broke off
 */
export const drainBody = async (body: Body, take: (chunk: Bytes) => boolean): Promise<boolean> => {
	let bytes = 0;
	let isWanted = true;
	const until = Date.now() + maxDrainMs;
	try {
		const reader = body?.getReader();
		for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
			bytes += part.value.byteLength;
			isWanted = isWanted && take(part.value);
			if (bytes > maxDrainedBytes || (!isWanted && Date.now() > until)) await reader?.cancel();
		}
		return true;
	} catch {
		// why: a request's stream fails only because of its sender, who left or declared another length than was sent.
		return false;
	}
};

/** Drains a request that was answered without being read, so that its answer reaches a client that is still sending. */
export const drainRequest = async ({ body, bodyUsed }: Request): Promise<void> => {
	if (body && !bodyUsed && !body.locked) await Promise.race([drainBody(body, () => false), scheduler.wait(maxDrainMs)]);
};
