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

test("a body of the largest size is read whole, and no body is an empty one", async () => {
	const read = await readBounded(sender(10).body, 10_000);
	expect(read.ok && read.value.reduce((bytes, part) => bytes + part.byteLength, 0)).toBe(10_000);
	expect(await readBounded(null, 10)).toEqual({ ok: true, value: [] });
});

test("a body that is too long is heard to its end and not kept", async () => {
	const { body, sent } = sender(5_000);
	expect(await readBounded(body, 9_999)).toMatchObject({ ok: false, problem: { code: "too_large" } });
	expect(sent).toEqual({ kilobytes: 5_000, isCancelled: false });
});

test("a body without an end is cut off", async () => {
	const { body, sent } = sender(Number.POSITIVE_INFINITY);
	expect(await readBounded(body, 10)).toMatchObject({ ok: false, problem: { code: "too_large" } });
	expect(sent).toEqual({ kilobytes: 100_001, isCancelled: true });
});

test("a body that breaks off is malformed, however much of it came", async () => {
	const body = sender(20).body.pipeThrough(
		new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
			flush: () => {
				throw new Error("Network connection lost.");
			},
		}),
	);
	expect(await readBounded(body, 10)).toMatchObject({ ok: false, problem: { code: "malformed" } });
});
