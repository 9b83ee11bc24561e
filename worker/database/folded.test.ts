import { expect, test } from "vitest";
import { columnsOf } from "#worker/database/driver-values";
import { foldedKey, withKeys } from "#worker/database/folded";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { candidateGroups } from "#worker/database/schema/uploaded-candidates";

test.each([
	["Main Campus", null],
	["MAIN CAMPUS № 5", null],
	["main campus, ìlọ́fà", null],
	["Main Campus, Ìlọ́fà", "main campus, ìlọ́fà"],
	["MAIN CAMPUS, ÌLỌ́FÀ", "main campus, ìlọ́fà"],
	["Main Campus, Ìlọ́fà".normalize("NFD"), "main campus, ìlọ́fà"],
	["main campus, ìlọ́fà".normalize("NFD"), "main campus, ìlọ́fà"],
	["J\u030c", "\u01f0"],
	["\u212a", "k"],
])("the key of %s is %s", (name, key) => {
	expect(foldedKey(name)).toBe(key);
});

test("each name that is written gets its key, or loses it, and nothing else does", () => {
	expect(withKeys(locations, { name: "Ọ̀yọ́", id: "Ọ" })).toEqual({ name: "Ọ̀yọ́", nameKey: "ọ̀yọ́", id: "Ọ" });
	expect(withKeys(locations, { name: "Oyo" })).toEqual({ name: "Oyo", nameKey: null });
	expect(withKeys(courses, { title: "Ẹ̀kọ́", status: "active" })).toEqual({
		title: "Ẹ̀kọ́",
		titleKey: "ẹ̀kọ́",
		status: "active",
	});
	const group = { name: "Ọ̀YỌ́", nameKey: "oyo" };
	expect(withKeys(candidateGroups, group), "a key of another kind").toEqual(group);
});

test("rows that are written as whole statements have their keys", () => {
	const { names, valuesOf } = columnsOf(locations);
	const row = valuesOf({ organisationId: "o", id: "l", name: "Ọ̀YỌ́" });
	expect(row[names.split(", ").indexOf('"name_key"')]).toBe("ọ̀yọ́");
});
