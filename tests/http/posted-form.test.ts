import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PostedField } from "#worker/contract/posted-form";
import { readMultipart, readPostedForm } from "#worker/http/posted-form";

const encoder = new TextEncoder();
const maxBytes = 1_000_000;
const multipart = "multipart/form-data; boundary=x";

/** Streams the bytes in chunks of the given size. */
const streamOf = (bytes: Uint8Array<ArrayBuffer>, size: number) => {
	let at = 0;
	return new ReadableStream<Uint8Array<ArrayBuffer>>({
		pull: (controller) => {
			if (at >= bytes.length) return controller.close();
			controller.enqueue(bytes.slice(at, at + size));
			at += size;
		},
	});
};

const readForm = async (form: FormData, size: number) => {
	const response = new Response(form);
	const bytes = new Uint8Array(await response.arrayBuffer());
	return readMultipart(streamOf(bytes, size), response.headers.get("content-type"), maxBytes);
};

const readText = (text: string, contentType: string | null = multipart, size = 7) =>
	readMultipart(streamOf(encoder.encode(text), size), contentType, maxBytes);

const partOf = (parameters: string, content: string) =>
	`--x\r\ncontent-disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;

const valuesOf = (fields: readonly PostedField[]) =>
	Promise.all(
		fields.map(async ({ name, value, bytes }) =>
			typeof value === "string"
				? [name, value]
				: [name, value.name, value.type, bytes, [...new Uint8Array(await value.arrayBuffer())]],
		),
	);

test("reads fields and files as they were sent, whatever their content and chunks", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 3 }),
			fc.string({ unit: "grapheme", maxLength: 50 }),
			fc.integer({ min: 1, max: 300 }),
			async (contents, text, size) => {
				const form = new FormData();
				form.set("data", JSON.stringify({ text }));
				for (const [index, bytes] of contents.entries())
					form.append(
						`app:f${index}`,
						new File([new Uint8Array(bytes)], `"ọ" ${index}.pdf`, { type: "application/pdf" }),
					);
				const read = await readForm(form, size);
				expect(read.ok && (await valuesOf(read.value))).toEqual([
					["data", JSON.stringify({ text })],
					...contents.map((bytes, at) => [`app:f${at}`, `"ọ" ${at}.pdf`, "application/pdf", bytes.length, [...bytes]]),
				]);
			},
		),
		{ numRuns: 60 },
	);
});

test("reads a final line break in a chunk of its own, and ignores everything after it", async () => {
	const body = `${partOf('name="a"', "z")}--x--\r\nepilogue`;
	for (let size = 1; size <= body.length; size++)
		expect(await readText(body, multipart, size), `chunks of ${size}`).toMatchObject({
			ok: true,
			value: [{ name: "a", value: "z" }],
		});
});

test("keeps backslashes, semicolons and spaces in a name, and decodes what browsers escape", async () => {
	const names = [" a ", "a\\b", "a; name=b", 'a"b'];
	const form = names.map((name) => partOf(`name="${name.replaceAll('"', "%22")}"`, "z")).join("");
	const read = await readText(`${form}--x--\r\n`);
	expect(read.ok && read.value.map(({ name }) => name)).toEqual(names);
});

test("reads a file field without a chosen file as a file without a name", async () => {
	const read = await readText(`${partOf('name="a"; filename=""', "")}--x--\r\n`);
	expect(read.ok && (await valuesOf(read.value))).toEqual([["a", "", "", 0, []]]);
});

test("reads text that resembles a boundary as part of the field", async () => {
	const value = "one\r\n--y\r\n\r\n-x--\r\ntwo";
	expect(await readText(`${partOf('name="a"', value)}--x--`)).toMatchObject({
		ok: true,
		value: [{ name: "a", value }],
	});
});

describe("a malformed form is refused:", () => {
	test.each<[string, string, string | null | undefined]>([
		["a body of another type", "{}", "application/json"],
		["a body without a type", "{}", null],
		["a type without a boundary", "--x--", "multipart/form-data"],
		["an empty body", "", undefined],
		["a body that breaks off in a part", partOf('name="a"', "abc"), undefined],
		["a body that breaks off in a head", '--x\r\ncontent-disposition: form-data; name="a"', undefined],
		["a part without a name", "--x\r\ncontent-type: text/plain\r\n\r\na\r\n--x--", undefined],
		["a name without quotes", `${partOf("name=a", "z")}--x--`, undefined],
		["another first boundary", `--y\r\n${partOf('name="a"', "z")}--x--`, undefined],
		["a head without an end", `${partOf(`name="a${"z".repeat(20_000)}`, "z")}--x--`, undefined],
	])("%s", async (_name, body, contentType) => {
		expect(await readText(body, contentType)).toMatchObject({ ok: false, problem: { code: "malformed" } });
	});

	test("a head that is no UTF-8", async () => {
		const [before = "", after = ""] = `${partOf('name="a?"', "z")}--x--`.split("?");
		const bytes = new Uint8Array([...encoder.encode(before), 0xff, ...encoder.encode(after)]);
		expect(await readMultipart(streamOf(bytes, 7), multipart, maxBytes)).toMatchObject({
			ok: false,
			problem: { code: "malformed" },
		});
	});
});

describe("a form that is too large is refused:", () => {
	/** Returns an endless body, and the number of bytes that were read. */
	const endless = (begin: string, repeated: string) => {
		const sent = { bytes: 0 };
		const chunk = encoder.encode(repeated.repeat(Math.ceil(60_000 / repeated.length)));
		const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
			start: (controller) => controller.enqueue(encoder.encode(begin)),
			pull: (controller) => {
				sent.bytes += chunk.length;
				controller.enqueue(chunk.slice());
			},
		});
		return { body, sent };
	};

	test.each([
		["a file without an end", partOf('name="a"; filename="b"', ""), "z", "What was sent is too large"],
		["fields without an end", "", partOf('name="a"', "z"), "at most 2,000 fields"],
	])("%s, of which no more is read than a client may send", async (_name, begin, repeated, message) => {
		const { body, sent } = endless(begin, repeated);
		expect(await readMultipart(body, multipart, maxBytes)).toMatchObject({
			ok: false,
			problem: { code: "too_large", status: 413, error: expect.stringContaining(message) },
		});
		expect(sent.bytes).toBeLessThan(101_000_000);
	});

	test("a form above the limit of its encoding", async () => {
		const post = (body: BodyInit) => new Request("https://portal.test/", { method: "POST", body });
		const form = new FormData();
		form.set("a", new File([new Uint8Array(2_000)], "a.pdf"));
		const tooLarge = { ok: false, problem: { code: "too_large" } };
		const limits = { maxBytes: 1_000 };
		expect(await readPostedForm(post(form), limits)).toMatchObject(tooLarge);
		expect(await readPostedForm(post(form), { ...limits, maxMultipartBytes: 3_000 })).toMatchObject({ ok: true });
		const long = new URLSearchParams({ a: "x".repeat(1_000) });
		expect(await readPostedForm(post(long), { ...limits, maxMultipartBytes: 3_000 })).toMatchObject(tooLarge);
		expect(await readPostedForm(post(new URLSearchParams({ a: "ọ" })))).toEqual({
			ok: true,
			value: [{ name: "a", value: "ọ", bytes: 3 }],
		});
	});
});
