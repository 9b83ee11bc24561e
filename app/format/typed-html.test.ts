import { expect, test } from "vitest";
import { htmlOfTyped, readableSource } from "./typed-html";

test.each([
	[
		"an empty line begins a paragraph",
		"Dear Ada,\n\nplease come.\r\n\r\nBye",
		"<p>Dear Ada,</p><p>please come.</p><p>Bye</p>",
	],
	["a line break stays one", "Dear Ada,\nplease come.", "<p>Dear Ada,<br>please come.</p>"],
	["signs of HTML are text", "1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>"],
	["a mark of emphasis stays", "Dear <b>Ada</b>,\n\nbye", "<p>Dear <b>Ada</b>,</p><p>bye</p>"],
	["HTML stays as it is", "<p>Dear Ada,</p>\n<p>bye</p>", "<p>Dear Ada,</p>\n<p>bye</p>"],
	["nothing is nothing", " \n ", ""],
])("%s", (_name, typed, html) => {
	expect(htmlOfTyped(typed)).toBe(html);
	expect(htmlOfTyped(html), "twice is once").toBe(html);
});

test("each paragraph of HTML is on a line of its own", () => {
	expect(readableSource("<p>Dear {{firstName}},</p><p>bye<br>Ada</p>")).toBe(
		"<p>Dear {{firstName}},</p>\n<p>bye<br>Ada</p>",
	);
});
