import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import type { RichNode } from "#worker/contract/text/rich-text";
import { readRichText, textOfHtml } from "./read-rich-text.server";

test("reads paragraphs, emphasis and lists as they were written", () => {
	expect(readRichText("<p>I <b>grew up</b> in Abẹ́òkúta.</p><ul><li>One</li></ul>")).toEqual([
		{ tag: "p", children: ["I ", { tag: "strong", children: ["grew up"] }, " in Abẹ́òkúta."] },
		{ tag: "ul", children: [{ tag: "li", children: ["One"] }] },
	]);
});

test("reads entities and a bare < as characters", () => {
	expect(readRichText("3 < 4 &amp; 5&nbsp;&gt;&#32;4 &unknown; &#x1F600;").join("")).toBe(
		"3 < 4 & 5\u00a0> 4 &unknown; 😀",
	);
});

test.each([
	["<script>alert(1)</script>", []],
	["<style>p{}</style>x", ["x"]],
	["<script>alert(1)", []],
	['<p onclick="alert(1)" style="position:fixed">x</p>', [{ tag: "p", children: ["x"] }]],
	['<img src="https://elsewhere.example/pixel.png" onerror=alert(1)>', []],
	["<svg><p>x</p></svg>", []],
	["<!-- a comment <p> -->x", ["x"]],
])("makes %s harmless", (hostile, harmless) => {
	expect(readRichText(hostile)).toEqual(harmless);
});

test("keeps a link to an address of a known kind", () => {
	expect(readRichText('<a class="x" href="https://school.example/?a=1&amp;b=2">x</a>')).toEqual([
		{ tag: "a", href: "https://school.example/?a=1&b=2", children: ["x"] },
	]);
});

test.each([
	"javascript:alert(1)",
	"java\tscript:alert(1)",
	"&#106;avascript:alert(1)",
	"//elsewhere.example",
	"data:,x",
])("removes a link to %s", (href) => {
	expect(readRichText(`<a href="${href}">x</a>`)).toEqual([{ tag: "a", children: ["x"] }]);
});

test("reads a hundred thousand open elements quickly, and limits their depth", () => {
	expect(JSON.stringify(readRichText("<b>".repeat(100_000))).length).toBeLessThan(2000);
});

test.each(["<", "<a ", "</a ", "<script ", "<p", "<!--", "<table><tr>"])("reads a megabyte of %j quickly", (mark) => {
	const begun = performance.now();
	readRichText(mark.repeat(1_000_000 / mark.length));
	expect(performance.now() - begun).toBeLessThan(3_000);
});

test("keeps the text of unopened and unclosed elements", () => {
	expect(readRichText("a</p><p>b<em>c</p>d")).toEqual([
		"a",
		{ tag: "p", children: ["b", { tag: "em", children: ["c"] }] },
		"d",
	]);
});

const table = (...rows: RichNode[][]): RichNode => ({
	tag: "table",
	children: rows.map((children) => ({ tag: "tr", children })),
});
const td = (...children: RichNode[]): RichNode => ({ tag: "td", children });

test.each<[string, string, RichNode[]]>([
	["a plain one", "<table><tr><td>Maths</td><td>A1</td></tr></table>", [table([td("Maths"), td("A1")])]],
	[
		"one with parts",
		"<table><thead><tr><th>a</thead><tbody><tr><td>b</tbody><tfoot><tr><td>c</table>",
		[table([{ tag: "th", children: ["a"] }], [td("b")], [td("c")])],
	],
	["one that was not closed", "<table>\n<tr>\n<td>a<td>b<tr><td>c", [table([td("a"), td("b")], [td("c")])]],
	["cells without a row", "<table><td>a<td>b</table>", [table([td("a"), td("b")])]],
	["cells without a row, behind one", "<table><tr><td>a</td></tr><td>b<td>c", [table([td("a")], [td("b"), td("c")])]],
	[
		"cells without a row in its parts",
		"<table><thead><td>a</td></thead><tbody><td>b<td>c</table>",
		[table([td("a")], [td("b"), td("c")])],
	],
	["cells without a table", "<tr><td>a</td></tr><p>b", ["a", { tag: "p", children: ["b"] }]],
	[
		"cells that span",
		"<table><tr><td colspan=2 rowspan='3'>a<td colspan=99 rowspan=x>b</table>",
		[
			table([
				{ tag: "td", colSpan: 2, rowSpan: 3, children: ["a"] },
				{ tag: "td", colSpan: 12, children: ["b"] },
			]),
		],
	],
	[
		"a text in no cell",
		"<table>a<tr>b<p>c</p><td>d</td></tr></table>e",
		["a", "b", { tag: "p", children: ["c"] }, table([td("d")]), "e"],
	],
	[
		"blocks in a cell",
		"<p>a</p><table><tr><td><p>b<p>c</p></td><td>d</td></table>e",
		[
			{ tag: "p", children: ["a"] },
			table([td({ tag: "p", children: ["b"] }, { tag: "p", children: ["c"] }), td("d")]),
			"e",
		],
	],
	[
		"one in another's cell",
		"<table><tr><td>a<table><tr><td>b</table></td><td>c</table>",
		[table([td("a", table([td("b")])), td("c")])],
	],
	["no rows", "<table></table>", [table()]],
])("reads a table as rows of cells only: %s", (_name, html, expected) => {
	expect(readRichText(html)).toEqual(expected);
});

test("reads every table as rows of cells, and loses no text", () => {
	const pieces = ["<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<p>", "</p>", "<li>", "</ul>", "x"];
	const isWhole = (node: RichNode): boolean => {
		if (typeof node === "string") return true;
		const inside = node.children.map((child) => (typeof child === "string" ? "" : child.tag));
		if (node.tag === "table" && inside.some((tag) => tag !== "tr")) return false;
		if (node.tag === "tr" && inside.some((tag) => tag !== "td" && tag !== "th")) return false;
		return node.children.every(isWhole);
	};
	const letters = (node: RichNode): number => (typeof node === "string" ? node.length : count(node.children));
	const count = (nodes: readonly RichNode[]): number => nodes.reduce((sum, node) => sum + letters(node), 0);
	assert(
		property(array(constantFrom(...pieces), { maxLength: 60 }), (parts) => {
			const nodes = readRichText(parts.join(""));
			return nodes.every(isWhole) && count(nodes) === parts.filter((part) => part === "x").length;
		}),
		{ numRuns: 1_000 },
	);
});

test("ends unclosed items, paragraphs and links where the next one begins", () => {
	expect(readRichText("<ul><li>a<ul><li>b</ul><li>c</ul><p>d<p>e")).toEqual([
		{
			tag: "ul",
			children: [
				{ tag: "li", children: ["a", { tag: "ul", children: [{ tag: "li", children: ["b"] }] }] },
				{ tag: "li", children: ["c"] },
			],
		},
		{ tag: "p", children: ["d"] },
		{ tag: "p", children: ["e"] },
	]);
});

test.each<[string, string, RichNode[]]>([
	[
		"a link in a link",
		'<a href="https://a.example">a<b><a href="https://b.example">b</a></b></a>',
		[{ tag: "a", href: "https://a.example", children: ["a", { tag: "strong", children: ["b"] }] }],
	],
	[
		"a stored picture",
		'<img src="/api/organisation/a/pictures/b.png" width="90" onload="x()">',
		[{ tag: "img", alt: "", src: "/api/organisation/a/pictures/b.png", width: 90, children: [] }],
	],
	["a picture", '<img src="https://a.example/l.png" alt="Logo">', [{ tag: "img", alt: "Logo", children: [] }]],
	[
		"a heading and its alignment",
		'<h6 style="color: red; text-align: CENTER">a</h6>',
		[{ tag: "h4", align: "center", children: ["a"] }],
	],
	[
		"the first number of a list",
		'<ol start="3"><li>a</ol><ol start="x"></ol>',
		[
			{ tag: "ol", start: 3, children: [{ tag: "li", children: ["a"] }] },
			{ tag: "ol", children: [] },
		],
	],
])("reads %s as its text", (_name, html, expected) => {
	expect(readRichText(html)).toEqual(expected);
});

test("keeps the text of very deeply nested elements, in linear time", () => {
	const begun = performance.now();
	const text = textOfHtml(`${"<b>".repeat(300_000)}deep${"</b>".repeat(10)} <p>after`);
	expect(text).toBe("deep after");
	expect(performance.now() - begun).toBeLessThan(3_000);
});
