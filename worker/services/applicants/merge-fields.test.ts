import { expect, test } from "vitest";
import { mergeFields } from "./merge-fields";

const values = new Map([
	["firstName", "Ọláyínká"],
	["courseTitle", "<b>Law & Order</b>"],
	["comment", "one\ntwo"],
	["locationName", null],
]);

test.each([
	["a value", "<p>Dear {{firstName}}</p>", "<p>Dear Ọláyínká</p>"],
	["spaces around the name", "{{ firstName }}", "Ọláyínká"],
	["emphasis within the name", "{{<b>first</b>Name&nbsp;}}", "Ọláyínká"],
	["markup in a value", "{{courseTitle}}", "&lt;b&gt;Law &amp; Order&lt;/b&gt;"],
	["lines of a value", "{{comment}}", "one<br>two"],
	["a value that is not there", "{{locationName}}", "--/--"],
	["braces that are no field", "{firstName} {{ {{firstName}} }}", "{firstName} {{ Ọláyínká }}"],
	["no field at all", "<p>Hello</p>", "<p>Hello</p>"],
])("%s", (_name, template, merged) => {
	expect(mergeFields(template, values)).toEqual({ ok: true, value: merged });
});

test.each([
	["{{fristName}}", "{{fristName}}"],
	["{{firstName}} {{constructor}}", "{{constructor}}"],
	["{{}}", "{{}}"],
])("a field that does not exist is named: %s", (template, named) => {
	const merged = mergeFields(template, values);
	expect(merged).toMatchObject({ ok: false, problem: { code: "merge_field_unknown", status: 422 } });
	if (!merged.ok) expect(merged.problem.error).toBe(`The template has a merge field that does not exist: ${named}`);
});
