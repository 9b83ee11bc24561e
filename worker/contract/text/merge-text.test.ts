import { expect, test } from "vitest";
import { fillHtml, fillLine, namedFields, unclosedField, unknownField } from "./merge-text";

const values = {
	firstName: "Ọláyínká",
	courseTitle: "<b>Law & Order</b>",
	comment: "one\ntwo",
	locationName: null,
	reference: "{{firstName}}",
};

test.each([
	["a value", "<p>Dear {{firstName}}</p>", "<p>Dear Ọláyínká</p>"],
	["spaces around the name", "{{ firstName }}", "Ọláyínká"],
	["emphasis within the name", "{{<b>first</b>Name&nbsp;}}", "Ọláyínká"],
	["markup in a value", "{{courseTitle}}", "&lt;b&gt;Law &amp; Order&lt;/b&gt;"],
	["lines of a value", "{{comment}}", "one<br>two"],
	["a value that is not there", "{{locationName}}", "--/--"],
	["a value that names a field", "{{reference}}", "{{firstName}}"],
	["braces that are no field", "{firstName} {{ {{firstName}} }}", "{firstName} {{ Ọláyínká }}"],
	["what every object has", "{{constructor}}", "--/--"],
	["no field at all", "<p>Hello</p>", "<p>Hello</p>"],
])("fills HTML with %s", (_name, html, filled) => {
	expect(fillHtml(html, values)).toBe(filled);
});

test("fills a subject as text on one line", () => {
	expect(fillLine("{{courseTitle}}: {{comment}}", values)).toBe("<b>Law & Order</b>: one two");
});

test.each([
	["{{fristName}}", "fristName"],
	["{{firstName}} {{constructor}}", "constructor"],
	["{{}}", ""],
	["{{firstName}} {{date}}", undefined],
	["{{form.state}} {{ <b>form</b>.state }}", undefined],
	["{{form.town}}", "form.town"],
])("finds in %s the unknown field %s", (text, unknown) => {
	expect(unknownField(text, new Set(["form.state"]))).toBe(unknown);
});

test.each([
	["Dear {{firstName", "{{firstName"],
	["{{firstName}} and }} more", "}} more"],
	["{{first {{lastName}}", "{{first"],
	["<p>{{<b>firstName</b></p>", "{{   firstName"],
	['<a href="https://a.example/{{reference">Form</a>', '{{reference">Form</a>'],
	['<a href="https://a.example/{{reference}}">{{firstName}}</a>', undefined],
	["{firstName} {{first<b>Name</b>}}", undefined],
])("finds in %s the field that is not closed: %s", (text, beginning) => {
	expect(unclosedField(text)).toBe(beginning);
});

test("names a repeated unknown field once", () => {
	expect(namedFields("{{firstName}}, {{ firstName }} {{date}}")).toEqual(["firstName", "date"]);
});
