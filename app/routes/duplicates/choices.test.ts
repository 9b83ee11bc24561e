import { expect, test } from "vitest";
import { choiceValue, defaultSide, readChoices, sourceFieldsOf } from "#app/routes/duplicates/choices";

const formOf = (fields: Record<string, string>) => {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	return form;
};

const fields = {
	"choice-0": choiceValue("first", "lastName"),
	"choice-1": choiceValue("second", "form.phone:home"),
	comment: "One person",
	other: "second:courseId",
};

test("takes fields by the record to keep, which does not change the choices", () => {
	const first = readChoices(formOf({ ...fields, keep: "first" }));
	const second = readChoices(formOf({ ...fields, keep: "second" }));
	expect(first?.sides).toEqual({ lastName: "first", "form.phone:home": "second" });
	expect(second?.sides).toEqual(first?.sides);
	expect(first && sourceFieldsOf(first)).toEqual(["form.phone:home"]);
	expect(second && sourceFieldsOf(second)).toEqual(["lastName"]);
	expect(first?.comment).toBe("One person");
});

test.each(["", "third", "kept"])("%j chooses no record to keep", (keep) => {
	expect(readChoices(formOf({ ...fields, keep }))).toBeUndefined();
});

test.each([
	["Ada", "Adaeze", "second", "second"],
	["Ada", null, "second", "first"],
	[null, "Adaeze", "first", "second"],
	[null, null, "first", "second"],
] as const)("of %j and %j, keeping the %s, the default is the %s", (first, second, keep, side) => {
	expect(defaultSide({ first, second }, keep)).toBe(side);
});
