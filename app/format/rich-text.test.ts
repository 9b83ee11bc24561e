import { expect, test } from "vitest";
import { readRichText } from "#app/format/rich-text";

test("paragraphs, emphasis and lists are read as they were written", () => {
	expect(readRichText("<p>I <b>grew up</b> in Abẹ́òkúta.</p><ul><li>One</li></ul>")).toEqual([
		{ tag: "p", children: ["I ", { tag: "strong", children: ["grew up"] }, " in Abẹ́òkúta."] },
		{ tag: "ul", children: [{ tag: "li", children: ["One"] }] },
	]);
});

test("entities are characters, and a bare < is one too", () => {
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
])("%s does no harm", (hostile, harmless) => {
	expect(readRichText(hostile)).toEqual(harmless);
});

test("a link to an address of a known kind stays", () => {
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
])("a link to %s leads nowhere", (href) => {
	expect(readRichText(`<a href="${href}">x</a>`)).toEqual([{ tag: "a", children: ["x"] }]);
});

test("a hundred thousand open elements are read at once and not too deep", () => {
	expect(JSON.stringify(readRichText("<b>".repeat(100_000))).length).toBeLessThan(2000);
});

test("what is closed without being opened, or left open, loses no text", () => {
	expect(readRichText("a</p><p>b<em>c</p>d")).toEqual([
		"a",
		{ tag: "p", children: ["b", { tag: "em", children: ["c"] }] },
		"d",
	]);
});

test("items, paragraphs and links that were not closed end where the next begins", () => {
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
