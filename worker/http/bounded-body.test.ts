import { expect, test } from "vitest";
import { readBounded } from "./bounded-body";

/** A sender of so many kilobytes, and how many of them were taken. */
const sender = (kilobytes: number) => {
	const sent = { kilobytes: 0, isCancelled: false };
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			pull: (controller) => {
				if (sent.kilobytes === kilobytes) return controller.close();
				sent.kilobytes += 1;
				controller.enqueue(new Uint8Array(1_000));
			},
			cancel: () => {
				sent.isCancelled = true;
			},
		},
		{ highWaterMark: 0 },
	);
	return { body, sent };
};

const posted = (body: ReadableStream | string | null, headers: Record<string, string> = {}) =>
	new Request("http://localhost", { method: "POST", body, headers, duplex: "half" } as RequestInit);

test("reads a body of the maximum size, and a missing body as an empty one", async () => {
	const read = await readBounded(posted(sender(10).body), 10_000);
	expect(read.ok && read.value.reduce((bytes, part) => bytes + part.byteLength, 0)).toBe(10_000);
	expect(await readBounded(posted(null), 10)).toEqual({ ok: true, value: [] });
});

test("reads a body of a declared length in one piece", async () => {
	const read = await readBounded(posted("a short text", { "content-length": "12" }), 12);
	expect(read.ok && read.value.map((part) => new TextDecoder().decode(part))).toEqual(["a short text"]);
});

test.each([
	["declares too much", { "content-length": "10" }],
	["comes in chunks, whatever length it declares", { "content-length": "1", "transfer-encoding": "chunked" }],
	["declares a length that is no number", { "content-length": "1e0" }],
])("counts the bytes of a body that %s", async (_, headers) => {
	expect(await readBounded(posted("too long.", headers), 8)).toMatchObject({ problem: { code: "too_large" } });
});

test("reports a body as malformed that breaks off before its declared length", async () => {
	const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("Network connection lost.")) });
	const read = await readBounded(posted(broken, { "content-length": "5" }), 10);
	expect(read).toMatchObject({ ok: false, problem: { code: "malformed" } });
});

test("drains a body that is too long without keeping it", async () => {
	const { body, sent } = sender(5_000);
	expect(await readBounded(posted(body), 9_999)).toMatchObject({ ok: false, problem: { code: "too_large" } });
	expect(sent).toEqual({ kilobytes: 5_000, isCancelled: false });
});

test("cuts off an endless body", async () => {
	const { body, sent } = sender(Number.POSITIVE_INFINITY);
	expect(await readBounded(posted(body), 10)).toMatchObject({ ok: false, problem: { code: "too_large" } });
	expect(sent).toEqual({ kilobytes: 100_001, isCancelled: true });
});

test("reports an interrupted body as malformed, however much of it arrived", async () => {
	const body = sender(20).body.pipeThrough(
		new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
			flush: () => {
				throw new Error("Network connection lost.");
			},
		}),
	);
	expect(await readBounded(posted(body), 10)).toMatchObject({ ok: false, problem: { code: "malformed" } });
});
