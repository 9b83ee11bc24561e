import { expect, test } from "vitest";
import { jsonFile, maxImportedBytes } from "./json-file.server";

const optionsOf = (count: number) =>
	Array.from({ length: count }, (_, at) => ({ label: `Option ${at}`, value: `o${at}` }));

test.each([
	["a small record by lines", 10, true],
	["a large one without, so that it can be imported again", 20_000, false],
])("writes %s", async (_, count, hasLines) => {
	const record = { format: "one", options: optionsOf(count) };
	const text = await jsonFile(record, "A form", "form").text();
	expect([JSON.parse(text), text.includes("\n")]).toEqual([record, hasLines]);
	expect(text.length).toBeLessThan(maxImportedBytes);
});
