import { expect, test } from "vitest";
import { scriptPayloads } from "#tests/support/script-payloads";
import { fillHtml } from "#worker/contract/text/merge-text";
import { visibleLine } from "#worker/contract/text/visible-text";
import { sanitiseMail } from "./sanitise-mail";

const rel = 'rel="noopener noreferrer nofollow"';

test.each([
	[
		"text and its shape",
		'<h1>Hi</h1><p style="text-align:center;color:red"><b>you</b></p>',
		'<h2>Hi</h2><p style="text-align:center"><strong>you</strong></p>',
	],
	["a merge field", "<p>Dear {{firstName}}</p>", "<p>Dear {{firstName}}</p>"],
	["a link", '<a href="https://a.example" onclick="x()">a</a>', `<a href="https://a.example" ${rel}>a</a>`],
	["a link to a mailbox", '<a href="mailto:a@a.example">a</a>', `<a href="mailto:a@a.example" ${rel}>a</a>`],
	[
		"a picture that can be seen",
		'<img src="https://a.example/l.png" alt="Logo" width="120">',
		'<img src="https://a.example/l.png" alt="Logo" width="120" />',
	],
])("keeps %s", async (_name, html, kept) => {
	expect(await sanitiseMail(html)).toBe(kept);
});

test.each([
	["a script", "<script>alert(1)</script>", ""],
	["a style sheet", "<style>p{background:url(https://spy.example)}</style>", ""],
	["a frame", '<iframe src="https://a.example"></iframe>', ""],
	["a form", '<form action="https://a.example"><input name="a"></form>', ""],
	["a link that runs", '<a href="java\tscript:alert(1)">a</a>', `<a ${rel}>a</a>`],
	["a link that a value would complete", '<a href="{{lastName}}">a</a>', `<a ${rel}>a</a>`],
	["a handler", '<p onmouseover="alert(1)">a</p>', "<p>a</p>"],
	["a background picture", '<p style="background:url(https://spy.example)">a</p>', "<p>a</p>"],
	["a picture of one pixel", '<img src="https://spy.example/o.gif" width="1" height="1">', ""],
	["a picture of one pixel by its style", '<img src="https://spy.example/o.gif" style="height:1px">', ""],
	...["01", "+1", " 2", "1px", "3.9", "1%", "0"].map((width) => [
		`a picture ${width} wide`,
		`<img src="https://spy.example/o.gif" width="${width}">`,
		"",
	]),
	...["width:0", "height:.5px;", "max-width:1px !important", "height : 01px", "width:2pt"].map((style) => [
		`a picture of ${style}`,
		`<img src="https://spy.example/o.gif" style="${style}">`,
		"",
	]),
	["a hidden picture", '<img src="https://spy.example/o.gif" style="display : none">', ""],
	["a picture of its own for everybody", '<img src="https://spy.example/{{email}}.gif">', ""],
	["a picture over http", '<img src="http://spy.example/o.gif">', ""],
	["a picture in itself", '<img src="data:image/svg+xml,<svg onload=alert(1)>">', ""],
	["a picture from anywhere", '<img src="//spy.example/o.gif">', ""],
	["a picture by several addresses", '<img srcset="https://spy.example/o.gif 1x">', ""],
	["a page to go to", '<meta http-equiv="refresh" content="0;url=https://a.example">', ""],
	["where links begin", '<base href="https://a.example/">', ""],
	["a style sheet from elsewhere", '<link rel="stylesheet" href="https://spy.example/a.css">', ""],
	["a drawing", '<svg onload="alert(1)"><image href="https://spy.example/o.gif"/><script>alert(1)</script></svg>', ""],
	["a formula", '<math><mi xlink:href="javascript:alert(1)">x</mi></math>', "x"],
	["what plays", '<video src="https://spy.example/a.mp4"></video><audio src="https://spy.example/a.mp3"></audio>', ""],
	["what is embedded", '<object data="https://a.example"></object><embed src="https://a.example">', ""],
	[
		"a background",
		'<table background="https://spy.example/o.gif"><tr><td background="x">a</td></tr></table>',
		"<table><tr><td>a</td></tr></table>",
	],
	["a page of data", '<a href="data:text/html,<script>alert(1)</script>">a</a>', `<a ${rel}>a</a>`],
	[
		"a link that tells",
		'<a href="https://a.example" ping="https://spy.example">a</a>',
		`<a href="https://a.example" ${rel}>a</a>`,
	],
	["what a program alone reads", "<!--[if mso]><script>alert(1)</script><![endif]-->a<!-- {{x}} -->", "a"],
])("removes %s", async (_name, html, left) => {
	expect(await sanitiseMail(html)).toBe(left);
});

/** All that a tag of a mail can be. */
const harmless =
	/^<\/?(p|br|hr|strong|em|u|s|sub|sup|ul|ol|li|a|blockquote|h[234]|table|thead|tbody|tr|th|td|img)( (rel|alt|width|height|colspan|rowspan)="[^"<>]*"| src="https:[^"<>\s]*"| href="(https?:|mailto:|tel:)[^"<>]*"| style="text-align:(left|right|center|justify)")*( \/)?>$/;
const tagsIn = (html: string) => html.match(/<[^>]*>?/g) ?? [];

test("leaves only text, links and pictures of a hundred scripts", async () => {
	for (const payload of scriptPayloads)
		for (const html of [
			payload,
			`<p>${payload}</p>`,
			`<a href="${payload}">a</a>`,
			`<img alt="${payload}" src="https://a.example/a.png">`,
		])
			for (const tag of tagsIn(await sanitiseMail(html))) expect(tag, payload).toMatch(harmless);
});

test("treats a hundred scripts in an applicant's name as text, also in a link", async () => {
	const content = await sanitiseMail('<p>{{firstName}} <a href="https://a.example/{{firstName}}">a</a></p>');
	for (const firstName of scriptPayloads.map(visibleLine))
		expect(tagsIn(fillHtml(content, { firstName })).map((tag) => tag.replace(/^<(\w+).*/s, "$1"))).toEqual([
			"p",
			"a",
			"</a>",
			"</p>",
		]);
});

test("reads 200,000 characters of unclosed and nested tags quickly", async () => {
	for (const html of ["<p>".repeat(60_000), "<b><i>".repeat(30_000), "<a href=".repeat(25_000), "<".repeat(200_000)])
		expect((await sanitiseMail(html)).length).toBeLessThan(1_000_000);
});
