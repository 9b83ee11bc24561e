import { assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { readRichText, textOfHtml } from "./read-rich-text.server";
import { cutRichText, sizeOf, textOfRichText } from "./rich-text";

test.each([
	["paragraphs and lines", "<p>Dear Ada,</p><p>one<br />two</p>", "Dear Ada,\n\none\ntwo"],
	[
		"a link",
		'<p>See <a href="https://a.example/x" rel="nofollow">the list</a>.</p>',
		"See the list (https://a.example/x).",
	],
	["a link that says its address", '<a href="https://a.example">https://a.example</a>', "https://a.example"],
	["a mailbox", '<a href="mailto:office@a.example">Write</a>', "Write (office@a.example)"],
	["a list", "<p>Bring</p><ul><li>this</li><li>that</li></ul><p>End</p>", "Bring\n\n- this\n- that\n\nEnd"],
	["a table", "<table><tbody><tr><th>Fee</th><td>₦5</td></tr><tr><td>a</td></tr></tbody></table>", "Fee | ₦5\na"],
	["what was escaped", "<p>5 &lt; 6 &amp;amp; &quot;so&quot;</p>", '5 < 6 &amp; "so"'],
	["what a picture shows", '<p><img src="https://a.example/l.png" alt="Logo" /></p>', "Logo"],
])("%s", (_name, html, text) => {
	expect(textOfHtml(html)).toBe(text);
});

test.each(["<", "<a ", "</a ", "<p", "<!--", '<a href="x">', '<a href="', "<img ", '<img alt="', ' alt="x"'])(
	"reads a quarter of a megabyte of %j quickly",
	(mark) => {
		const begun = performance.now();
		textOfHtml(`<img ${mark.repeat(250_000 / mark.length)}`);
		expect(performance.now() - begun).toBeLessThan(3_000);
	},
);

test("cuts a text to any size, and keeps its beginning", () => {
	const nodes = readRichText("<h2>One</h2><ul><li>two <b>three</b></ul><table><tr><td>four<td>five</table>");
	const lettersOf = (some: typeof nodes) => textOfRichText(some).replace(/[^a-z]/gi, "");
	assert(
		property(nat(sizeOf(nodes)), (size) => {
			const cut = cutRichText(nodes, size);
			expect(sizeOf(cut)).toBeLessThanOrEqual(size + "<strong></strong>".length);
			expect(lettersOf(nodes).startsWith(lettersOf(cut))).toBe(true);
		}),
	);
	expect(cutRichText(nodes, sizeOf(nodes))).toEqual(nodes);
});
