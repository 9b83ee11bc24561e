/** The smallest files of every accepted type. */

const encoder = new TextEncoder();

/** Joins texts and numbers to bytes. */
export const bytesOf = (...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> => {
	const arrays = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : Uint8Array.from(part)));
	const bytes = new Uint8Array(arrays.reduce((length, array) => length + array.length, 0));
	let at = 0;
	for (const array of arrays) {
		bytes.set(array, at);
		at += array.length;
	}
	return bytes;
};

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const uint16 = (value: number) => [(value >>> 8) & 255, value & 255];
const uint16le = (value: number) => uint16(value).reverse();

export const png = (width = 2, height = 2) =>
	bytesOf(
		[0x89],
		"PNG\r\n",
		[0x1a],
		"\n",
		uint32(13),
		"IHDR",
		uint32(width),
		uint32(height),
		[8, 6, 0, 0, 0],
		uint32(0),
		uint32(0),
		"IEND",
		uint32(0xae426082),
	);

export const jpeg = (width = 2, height = 2) =>
	bytesOf(
		[0xff, 0xd8, 0xff, 0xe0],
		uint16(16),
		"JFIF",
		[0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
		[0xff, 0xdb],
		uint16(4),
		[0, 0],
		[0xff, 0xff, 0xc2],
		uint16(11),
		[8],
		uint16(height),
		uint16(width),
		[1, 1, 17, 0],
		[0xff, 0xd9],
	);

export const gif = (width = 2, height = 2) =>
	bytesOf("GIF89a", uint16le(width), uint16le(height), [0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x3b]);

export const webp = (width = 2, height = 2, kind: "VP8 " | "VP8L" | "VP8X" = "VP8X") => {
	const uint24le = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255];
	const bits = (width - 1) | ((height - 1) << 14);
	const sizes = {
		"VP8 ": [0, 0, 0, 0x9d, 0x01, 0x2a, ...uint16le(width), ...uint16le(height)],
		VP8L: [0x2f, ...uint32(bits >>> 0).reverse(), 0, 0, 0, 0, 0],
		VP8X: [0, 0, 0, 0, ...uint24le(width - 1), ...uint24le(height - 1)],
	};
	return bytesOf("RIFF", uint32(0), "WEBP", kind, uint32(10), sizes[kind]);
};

/** A red picture of one pixel that can be drawn. */
export const redPixel = Uint8Array.from(
	atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4IScHAAK2AQU0pnWqAAAAAElFTkSuQmCC"),
	(char) => char.charCodeAt(0),
);

export const pdf = (inside = "") => bytesOf(`%PDF-1.7\n${inside}\ntrailer\nstartxref\n0\n%%EOF\n`);

export const goodFiles: [name: string, mimetype: string, bytes: Uint8Array<ArrayBuffer>][] = [
	["passport.png", "image/png", png()],
	["photo.JPG", "image/jpeg", jpeg()],
	["moving.gif", "image/gif", gif()],
	["small.webp", "image/webp", webp()],
	["result.pdf", "application/pdf", pdf()],
	["notes.txt", "text/plain", bytesOf("Ọ̀rọ̀, one line\nand another, 5 < 6")],
	["scores.csv", "text/plain", bytesOf("subject,score\r\nMathematics,70\r\n")],
];

/** The end of a ZIP archive, as it can follow any other content. */
const archiveEnd = bytesOf("PK", [5, 6], Array(18).fill(0));
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const page = "<!DOCTYPE html><html><script>alert(1)</script></html>";
const exe = bytesOf(
	"MZ",
	[0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0],
	"This program cannot be run in DOS mode.",
);
const zip = bytesOf("PK", [3, 4], Array(26).fill(0), archiveEnd);
const latin1 = Uint8Array.from([0x4f, 0x6b, 0xe9, 0x0a]);

/** Forty files that are refused: disguised, hostile, broken, too many pixels, empty (quality: uploads). */
export const badFiles: [name: string, bytes: Uint8Array<ArrayBuffer>][] = [
	["page.png", bytesOf(page)],
	["page.pdf", bytesOf(page)],
	["page.html", bytesOf(page)],
	["page.txt", bytesOf(page)],
	["fragment.txt", bytesOf("hello <script>alert(1)</script>")],
	["spaces.txt", bytesOf("\n\n  <b>hello</b>")],
	["picture.svg", bytesOf(svg)],
	["picture.png", bytesOf(svg)],
	["xml.svg", bytesOf(`<?xml version="1.0"?>${svg}`)],
	["feed.xml", bytesOf('<?xml version="1.0"?><a/>')],
	["setup.exe", exe],
	["certificate.pdf", exe],
	["photo.jpg", exe],
	["archive.zip", zip],
	["archive.pdf", zip],
	["archive.docx", zip],
	["bomb.txt", bytesOf("PK", [3, 4], Array(2_000).fill(0))],
	["polyglot.png", bytesOf(png(), archiveEnd)],
	["polyglot.gif", bytesOf(gif(), "=1;", page)],
	["polyglot.jpg", bytesOf(jpeg(), page)],
	["polyglot.webp", bytesOf(webp(), svg)],
	["polyglot.pdf", bytesOf(pdf(page))],
	["archive-in.pdf", bytesOf(pdf(), archiveEnd)],
	["shell.png", bytesOf(png(), "<?php system($_GET['c']); ?>")],
	["wide.png", png(20_000, 20)],
	["high.jpg", jpeg(20, 30_000)],
	["square.png", png(19_000, 19_000)],
	["nothing.png", png(0, 0)],
	["empty.pdf", new Uint8Array()],
	["half.pdf", bytesOf("%PDF-1.7\n")],
	["late.pdf", bytesOf("\n\n%PDF-1.7\n%%EOF")],
	["head.png", png().slice(0, 20)],
	["head.jpg", jpeg().slice(0, 8)],
	["head.webp", webp().slice(0, 16)],
	["head.gif", gif().slice(0, 7)],
	["picture.pdf", png()],
	["document.png", pdf()],
	["script.js", bytesOf("alert(1)")],
	["run.bat", bytesOf("@echo off")],
	["old.txt", latin1],
	["null.txt", bytesOf("a", [0], "b")],
];
