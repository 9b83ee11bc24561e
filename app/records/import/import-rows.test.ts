import { expect, test } from "vitest";
import { rowTabs } from "#app/records/import/import-rows";

const labelsOf = (counts: Parameters<typeof rowTabs>[0]["counts"], search = "") =>
	rowTabs({ rows: 6, counts }, "/here", new URLSearchParams(search)).map(({ label, count }) => `${label} ${count}`);

test("lists the rows by what the check found before an import, and by what became of them after it", () => {
	const found = { new: 2, updated: 1, wrong: 3 };
	expect(labelsOf(found)).toEqual(["All rows 6", "New 2", "Updated 1", "Error 3"]);
	expect(labelsOf({ ...found, added: 3 }), "what is imported was new or updated").toEqual([
		"All rows 6",
		"Error 3",
		"Imported 3",
	]);
	expect(labelsOf({ ...found, added: 3, undone: 3 })).toEqual(["All rows 6", "Error 3", "Undone 3"]);
});
