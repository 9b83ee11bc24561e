import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxFileBytes } from "./forms/file-part";
import { type Multipart, readMultipart } from "./multipart-body";

const encoder = new TextEncoder();

/** The bytes in pieces of so many. */
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

const bytesOf = async (form: FormData) => {
	const response = new Response(form);
	return {
		contentType: response.headers.get("content-type"),
		bytes: new Uint8Array(await response.arrayBuffer()),
	};
};

const readForm = async (form: FormData, size = 1_000) => {
	const { contentType, bytes } = await bytesOf(form);
	return readMultipart(streamOf(bytes, size), contentType);
};

const readText = (text: string, contentType: string | null = "multipart/form-data; boundary=x") =>
	readMultipart(streamOf(encoder.encode(text), 7), contentType);

const contentsOf = async ({ fields, files }: Multipart) => ({
	fields: fields.map(({ name, value }) => [name, value]),
	files: await Promise.all(
		files.map(async ({ part, file }) => [part, file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]]),
	),
});

test("fields and files come as they were sent, whatever they hold and however they are cut", async () => {
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
				expect(read.ok && (await contentsOf(read.value))).toEqual({
					fields: [["data", JSON.stringify({ text })]],
					files: contents.map((bytes, index) => [`app:f${index}`, `"ọ" ${index}.pdf`, "application/pdf", [...bytes]]),
				});
			},
		),
		{ numRuns: 60 },
	);
});

test("a file field in which nothing was chosen is no file", async () => {
	const read = await readText('--x\r\ncontent-disposition: form-data; name="a"; filename=""\r\n\r\n\r\n--x--\r\n');
	expect(read).toEqual({ ok: true, value: { fields: [], files: [] } });
});

test("what looks like a boundary and is none belongs to the file", async () => {
	const body = "one\r\n--y\r\n\r\n-x--\r\ntwo";
	const read = await readText(`--x\r\nContent-Disposition: form-data; name=a\r\n\r\nz\r\n--x--`);
	expect(read).toMatchObject({ ok: false });
	const whole = await readText(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${body}\r\n--x--`);
	expect(whole).toMatchObject({ ok: true, value: { fields: [{ name: "a", value: body }] } });
});

describe("malformed is", () => {
	const head = 'content-disposition: form-data; name="a"';
	test.each<[string, string, string | null | undefined]>([
		["a body of another type", "{}", "application/json"],
		["a body without a type", "{}", null],
		["a type without a boundary", "--x--", "multipart/form-data"],
		["an empty body", "", undefined],
		["a body that breaks off in a part", `--x\r\n${head}\r\n\r\nabc`, undefined],
		["a body that breaks off in a head", `--x\r\n${head}`, undefined],
		["a part without a name", "--x\r\ncontent-type: text/plain\r\n\r\na\r\n--x--", undefined],
		["a boundary that goes on", `--xy\r\n${head}\r\n\r\na\r\n--x--`, undefined],
		["a head without an end", `--x\r\n${head}${"z".repeat(20_000)}\r\n\r\na\r\n--x--`, undefined],
	])("%s", async (_name, body, contentType) => {
		expect(await readText(body, contentType)).toMatchObject({ ok: false, problem: { code: "malformed" } });
	});
});

describe("too large is", () => {
	const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], "a.pdf");

	test("a file of more than 10 MB, by the name of its part", async () => {
		const form = new FormData();
		form.set("app:certificate", fileOf(maxFileBytes + 1));
		expect(await readForm(form, 100_000)).toMatchObject({
			ok: false,
			problem: { code: "file_too_large", status: 413, fields: { "app:certificate": [expect.stringMatching(/10 MB/)] } },
		});
		form.set("app:certificate", fileOf(maxFileBytes));
		expect(await readForm(form, 100_000)).toMatchObject({ ok: true });
	});

	test("a body of more than 40 MB", async () => {
		const form = new FormData();
		for (let file = 0; file < 5; file++) form.append("app:certificate", fileOf(maxFileBytes));
		expect(await readForm(form, 1_000_000)).toMatchObject({ ok: false, problem: { code: "files_too_large" } });
	});

	test("more than a megabyte of plain fields, and more parts than anybody needs", async () => {
		const form = new FormData();
		form.set("data", "x".repeat(1_000_001));
		expect(await readForm(form)).toMatchObject({
			ok: false,
			problem: { code: "too_large", fields: { data: ["This is too long. Shorten it."] } },
		});
		const many = new FormData();
		for (let field = 0; field < 201; field++) many.append("a", "");
		expect(await readForm(many)).toMatchObject({ ok: false, problem: { code: "too_large" } });
	});
});
