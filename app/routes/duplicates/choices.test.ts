import { expect, test } from "vitest";
import { choiceValue, readChoices, takenOf, usualSide } from "#app/routes/duplicates/choices";

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

test("what is taken depends on who stays, what is chosen does not", () => {
	const first = readChoices(formOf({ ...fields, keep: "first" }));
	const second = readChoices(formOf({ ...fields, keep: "second" }));
	expect(first?.sides).toEqual({ lastName: "first", "form.phone:home": "second" });
	expect(second?.sides).toEqual(first?.sides);
	expect(first && takenOf(first)).toEqual(["form.phone:home"]);
	expect(second && takenOf(second)).toEqual(["lastName"]);
	expect(first?.comment).toBe("One person");
});

test.each(["", "third", "kept"])("nobody is said to stay by %j", (keep) => {
	expect(readChoices(formOf({ ...fields, keep }))).toBeUndefined();
});

test.each([
	["Ada", "Adaeze", "second", "second"],
	["Ada", null, "second", "first"],
	[null, "Adaeze", "first", "second"],
	[null, null, "first", "second"],
] as const)("of %j and %j, %s staying, the %s is usual", (first, second, keep, usual) => {
	expect(usualSide({ first, second }, keep)).toBe(usual);
});
