import { assert, nat, property, string } from "fast-check";
import { expect, test } from "vitest";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { sizeOf } from "#worker/contract/text/rich-text";
import type { PdfNode } from "./content";
import { drawRichText } from "./rich-text";

const draw = (html: string, room?: Parameters<typeof drawRichText>[1]) => drawRichText(readRichText(html), room);

/** The pieces of the first paragraph, each with how it looks. */
const pieces = (html: string) => draw(html)[0]?.text;
const words = (nodes: readonly PdfNode[]): string =>
	nodes
		.map(({ text = "", stack = [], ul = [], ol = [], table }) => {
			const own = typeof text === "string" ? text : words(text.filter((part) => typeof part !== "string"));
			return own + words([...stack, ...ul, ...ol, ...(table?.body.flat() ?? [])]);
		})
		.join("");

test.each<[string, string, object[]]>([
	["plain text", "Hello", [{ text: "Hello" }]],
	["emphasis", "<p>a <b>b</b> <em>c</em></p>", [{ text: "a " }, { bold: true, text: "b" }, {}, { italics: true }]],
	["emphasis within emphasis", "<strong><i>x</i></strong>", [{ bold: true, italics: true, text: "x" }]],
	["lines under and through", "<u>a<s>b</s></u>", [{}, { decoration: ["underline", "lineThrough"] }]],
	["a line break", "a<br>b", [{ text: "a" }, { text: "\n" }, { text: "b" }]],
	["a link", '<a href="https://x.example/?a=1&amp;b">x</a>', [{ link: "https://x.example/?a=1&b", text: "x" }]],
	["characters by name", "&#8358;1 &amp; &lt;b&gt; &eacute;", [{ text: "₦1 & <b> é" }]],
	["space that shows nothing", "<p>\n  a\n\t b  </p>", [{ text: " a b " }]],
])("%s", (_name, html, expected) => {
	expect(pieces(html)).toMatchObject(expected);
});

test.each([
	'<a href="javascript:alert(1)">x</a>',
	'<a href="java&#x09;script:alert(1)">x</a>',
	'<a href="data:text/html,x">x</a>',
	'<a href="/relative">x</a>',
	"<a>x</a>",
])("prints an unsafe link as text: %s", (html) => {
	expect(pieces(html)).toEqual([{ text: "x" }]);
});

test("leaves out what is not text for readers", () => {
	const hostile = "<script>a</script><style>b</style><svg><text>c</text></svg><iframe>d</iframe><img src=x onerror=e>f";
	expect(words(draw(hostile))).toBe("f");
});

/** Where a picture would be fetched from, if any were. */
const elsewhere = [
	"http://169.254.169.254/latest/meta-data",
	"http://[::1]/",
	"http://2130706433/",
	"http://0x7f.1/",
	"//evil.test/x",
	"https://redirect.test/?to=http://10.0.0.1",
	"http://rebind.test/",
	"file:///etc/passwd",
	"gopher://127.0.0.1:25/_",
	"data:image/svg+xml,<svg/>",
	"blob:https://portal.test/1",
	"ftp://10.0.0.1/",
	"/api/candidates",
	"x",
];

test.each(elsewhere)("fetches no picture from %s, however a text refers to it", (url) => {
	const html = [
		`<img src="${url}"><picture><source srcset="${url}"></picture><object data="${url}"></object><embed src="${url}">`,
		`<p style="background:url(${url})">a</p><link rel="stylesheet" href="${url}"><style>@import "${url}"</style>`,
		`<iframe src="${url}"></iframe><svg><image href="${url}"/></svg><video poster="${url}"></video>b`,
	].join("");
	const nodes = draw(html);
	expect(words(nodes)).toBe("ab");
	expect(JSON.stringify(nodes)).not.toMatch(/"(image|svg|background)"/);
	expect(JSON.stringify(nodes)).not.toMatch(/"(src|url|link)"/);
});

test("prints blocks one after the other, with their alignment", () => {
	const html = '<h1>Title</h1><p style="color: red; text-align: CENTER">a</p><div align="right">b<p>c</p></div>';
	const blocks = draw(html);
	expect(blocks).toMatchObject([{}, { alignment: "center" }, { alignment: "right" }, { alignment: "right" }]);
	expect(blocks[0]?.text).toMatchObject([{ bold: true, fontSize: 15, text: "Title" }]);
});

test("prints nested lists with their kind and their first number", () => {
	const [list] = draw('<ul><li>a<ol start="3"><li>b</li></ol></li><li></li></ul>');
	expect(list?.ul).toHaveLength(1);
	expect(list?.ul?.[0]?.stack).toMatchObject([{}, { start: 3, ol: [{}] }]);
	expect(draw("<ul></ul><ol><li> </li></ol>")).toEqual([]);
});

/** How many cells each row of the first table has: pdfmake wants the same of all. */
const shape = (html: string) => draw(html)[0]?.table?.body.map((row) => row.length);

test.each([
	["a plain one", "<table><tr><td>a<td>b<tr><td>c<td>d</table>", [2, 2]],
	["rows that differ", "<table><tr><td>a</td></tr><tr><td>b</td><td>c</td><td>d</td></tr></table>", [3, 3]],
	["cells that span", "<table><tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d</table>", [3, 3]],
	[
		"spans beyond the table",
		"<table><tr><td rowspan=99 colspan=99999>a</td></tr><tr><td>b</td></tr></table>",
		[12, 12],
	],
	["spans that are none", '<table><tr><td colspan="-1" rowspan="x">a</td></tr></table>', [1]],
	["cells without a row", "<table><td>a<td>b<tr><td>c</table>", [2, 2]],
	["cells without a row behind one", "<table><tr><td>a</td></tr><td>b</td><td>c</td></table>", [2, 2]],
	["cells without a row in its parts", "<table><thead><th>a</th></thead><tbody><td>b</td></tbody></table>", [1, 1]],
	["no rows", "<table></table>", undefined],
])("prints a table as a grid without holes: %s", (_name, html, expected) => {
	expect(shape(html)).toEqual(expected);
});

test("prints what is outside the cells of a table before it", () => {
	expect(words(draw("<table>a<tr>b<p>c</p><td>d</td></tr></table>e"))).toBe("abcde");
	expect(draw("<table>a<tr>b<td>d</td></tr></table>").map(({ table }) => table?.body.length)).toEqual([undefined, 1]);
});

test("does not print a table in a table as rows of the outer one", () => {
	const html = "<table><tr><td>a<table><tr><td>b</td></tr><tr><td>c</td></tr></table></td></tr></table>";
	expect(shape(html)).toEqual([1]);
	expect(words(draw(html))).toBe("abc");
});

test("prints the text of elements that are nested a thousand deep", () => {
	expect(words(draw(`${"<div><b>".repeat(1_000)}deep${"</b></div>".repeat(1_000)}after`))).toBe("deepafter");
	expect(words(draw(`${"<table><tr><td>".repeat(200)}x`))).toBe("x");
});

const rich =
	'<p>5 &lt; 6 &amp; <a href="https://x.example/?a=1>2">a&nbsp;link</a></p><!-- none --><ul><li>one<li>two</ul>' +
	"<table><tr><th>Maths</th><td colspan=2>A1</td></tr></table><select>x</select><blockquote>&#8358;1</blockquote>";

test("says where it cut a text, after nothing but its beginning", () => {
	const notice = "(cut)";
	const whole = words(draw(rich));
	assert(
		property(nat(sizeOf(readRichText(rich)) - 1), (room) => {
			const said = words(draw(rich, { room, notice }));
			expect(said).toMatch(/\(cut\)$/);
			expect(whole).toContain(said.slice(0, -notice.length));
		}),
		{ numRuns: 1_000 },
	);
	expect(words(draw(rich, { room: rich.length, notice }))).toBe(whole);
});

test("cuts an extremely long letter, and says so", () => {
	expect(words(draw("<p>word</p>".repeat(10_000)))).toMatch(/[word]… \(too long to be printed\)$/);
});

test("makes a document of any text", () => {
	assert(property(string({ unit: "binary", maxLength: 300 }), (text) => Array.isArray(draw(text))));
	const tags = [
		"<p>",
		"</p>",
		"<b>",
		"</b>",
		"<ul>",
		"<li>",
		"<table>",
		"<tr>",
		"<td>",
		"</table>",
		"a",
		"&",
		"<",
		"<!--",
	];
	assert(
		property(string({ maxLength: 60 }), (text) => {
			const html = [...text].map((char) => tags[char.charCodeAt(0) % tags.length]).join("");
			const rows = draw(html).flatMap(({ table }) => (table ? [table.body.map((row) => row.length)] : []));
			return rows.every((lengths) => lengths.every((length) => length === lengths[0]));
		}),
	);
});
