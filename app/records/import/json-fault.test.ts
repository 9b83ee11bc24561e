import { expect, test } from "vitest";
import { jsonFault } from "./json-fault";

test.each([
	["a word", "hello", "line 1 is wrong, from “hello”"],
	["a word among values", '{\n"title": Form,\n"sections": []\n}', "line 2 is wrong, from “Form,”"],
	["a comma at the end", '{\n"a": 1,\n}', "line 3 is wrong, from “}”"],
	["no colon", '{\n"a" 1\n}', "line 2 is wrong, from “1”"],
	["single quotes", "{\n'a': 1}", "line 2 is wrong, from “'a': 1}”"],
	["more after the end", '{"a": 1}\n}', "line 2 is wrong, from “}”"],
	["a line break in a text", '{"a": "one\ntwo"}', "line 1 is wrong, from “two"],
	["no end", '{"a": [1, 2', "it ends too early"],
	["no end of a text", '{"a": "one', "it ends too early"],
])("says where a text with %s is wrong", (_, text, said) => {
	expect(jsonFault(text)).toContain(said);
});

test("finds a word that is none in a megabyte", () => {
	const rows = Array.from({ length: 40_000 }, (_, at) => `{"label": "Row ${at}"}`);
	const text = `[\n${rows.with(30_000, '{"label": Row}').join(",\n")}\n]`;
	expect(jsonFault(text)).toContain("line 30002 is wrong, from “Row},”");
});
