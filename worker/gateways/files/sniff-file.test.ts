import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gif, goodFiles, jpeg, pdf, png, webp } from "#tests/support/files";
import { acceptedDocuments } from "#worker/contract/forms/accepted-files";
import { checkFile, cleanFileName } from "./check-file";
import { sniffFile } from "./sniff-file";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fileField = { fieldId: "f", type: "file", props: { label: "Certificate" } };
const camera = { fieldId: "p", type: "camera", props: { label: "Passport" } };

const refusalOf = (name: string, bytes: Uint8Array<ArrayBuffer>, field = fileField) => {
	const checked = checkFile({ name, bytes }, field);
	return "refusal" in checked ? checked.refusal : undefined;
};

test.each(goodFiles)("recognises %s as %s by its content", (name, mimetype, bytes) => {
	expect(sniffFile(bytes)?.mimetype).toBe(mimetype);
	expect(refusalOf(name, bytes)).toBeUndefined();
	expect(refusalOf(name.replace(/\..*$/, ""), bytes)).toBeUndefined();
});

test("reads a picture's size, wherever its header has it", () => {
	expect(sniffFile(png(1_200, 800))?.size).toEqual({ width: 1_200, height: 800 });
	expect(sniffFile(jpeg(640, 480))?.size).toEqual({ width: 640, height: 480 });
	for (const kind of ["VP8 ", "VP8L", "VP8X"] as const)
		expect(sniffFile(webp(300, 200, kind))?.size).toEqual({ width: 300, height: 200 });
});

test("accepts only printable pictures in a picture field", () => {
	for (const bytes of [gif(), webp()]) {
		expect(refusalOf("a.png", bytes, camera)).toBe("Choose a picture: JPEG or PNG.");
		expect(refusalOf("a.png", bytes)).toBeUndefined();
	}
	expect(refusalOf("a.pdf", pdf(), camera)).toMatch(/Choose a picture/);
	expect(refusalOf("a.txt", bytesOf("hello"), camera)).toMatch(/Choose a picture/);
	expect(refusalOf("a.png", png(100, 100), camera)).toBeUndefined();
});

test("accepts each kind that the field names, and names them when it refuses another", () => {
	expect(new Set(goodFiles.map(([, mimetype]) => mimetype))).toEqual(new Set(acceptedDocuments.kinds));
	expect(acceptedDocuments.names).toBe("PDF, JPEG, PNG, GIF, WebP or plain text");
	expect(refusalOf("a.svg", bytesOf("<svg/>"))).toBe(
		`This kind of file is not accepted. Choose another: ${acceptedDocuments.names}.`,
	);
});

test("recognises a picture named like another kind by its content", () => {
	expect(checkFile({ name: "me.jpg", bytes: png(1, 1) }, camera)).toMatchObject({
		name: "me.jpg",
		mimetype: "image/png",
		ending: "png",
	});
});

describe("a picture of too many pixels is refused", () => {
	test.each([
		["wide", png(20_000, 10)],
		["high", jpeg(10, 65_535)],
		["wide and high", png(19_999, 19_999)],
		["as wide as a number goes", png(0xffffffff, 1)],
		["a WebP", webp(16_383 * 2, 5, "VP8X")],
	])("%s", (_name, bytes) => {
		expect(refusalOf("a.png", bytes)).toMatch(/too many pixels/);
	});
	test("one without pixels is not a picture", () => {
		expect(refusalOf("a.png", png(0, 10))).toMatch(/not accepted/);
	});
});

test("recognises a document named like another kind, and a picture named like a document, by its content", () => {
	for (const [name, bytes] of [
		["picture.pdf", png()],
		["document.png", pdf()],
		["notes.pdf", bytesOf("hello")],
	] as const)
		expect([name, refusalOf(name, bytes)]).toEqual([name, "The file is not what its name says. Choose another one."]);
});

test("refuses an empty file, and one of more than 10 MB", () => {
	expect(refusalOf("a.pdf", new Uint8Array())).toMatch(/empty/);
	expect(refusalOf("a.txt", new Uint8Array(10_000_001).fill(97))).toMatch(/10 MB/);
});

test.each([
	["../../etc/passwd.txt", "passwd.txt"],
	["..\\..\\windows\\a.pdf", "a.pdf"],
	["....pdf", "pdf"],
	["a\u0000b\r\nc.pdf", "ab c.pdf"],
	['"<script>".png', "__script__.png"],
	["\u202egpj.exe.pdf", "gpj.exe.pdf"],
	["Ọlá’s result.pdf", "Ọlá’s result.pdf"],
	[`${"x".repeat(500)}.pdf`, `${"x".repeat(120)}.pdf`],
	["/", ""],
	["\ud800.pdf", "\ufffd.pdf"],
])("names %j as %j", (name, cleaned) => {
	expect(cleanFileName(name)).toBe(cleaned);
});

test("names a file without a name after its field", () => {
	expect(checkFile({ name: "../", bytes: pdf() }, fileField)).toMatchObject({ name: "Certificate.pdf" });
});

test("accepts the demo's pictures and documents, which real programs made", () => {
	const paths = globSync("worker/database/demo/{photos,files}/*.{jpg,png,pdf}");
	expect(paths.length).toBeGreaterThan(40);
	for (const path of paths)
		expect([path, refusalOf(path, new Uint8Array(readFileSync(path)))]).toEqual([path, undefined]);
});
