import { expect, test } from "vitest";
import { mergeFields as allFields } from "#worker/contract/text/merge-fields";
import type { MergeValues } from "#worker/contract/text/merge-text";
import { mergeFields } from "./fill-template";

const values = Object.fromEntries(allFields.map(({ name }) => [name, `<${name}>`])) as MergeValues;

test("fills a template", () => {
	expect(mergeFields("<p>Dear {{firstName}}</p>", values)).toEqual({
		ok: true,
		value: "<p>Dear &lt;firstName&gt;</p>",
	});
});

test.each([
	["{{fristName}}", "{{fristName}}"],
	["{{firstName}} {{constructor}}", "{{constructor}}"],
	["{{}}", "{{}}"],
])("names an unknown field: %s", (template, named) => {
	const merged = mergeFields(template, values);
	expect(merged).toMatchObject({ ok: false, problem: { code: "merge_field_unknown", status: 422 } });
	if (!merged.ok) expect(merged.problem.error).toBe(`The template has a merge field that does not exist: ${named}`);
});
