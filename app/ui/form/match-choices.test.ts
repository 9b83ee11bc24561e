import { expect, test } from "vitest";
import { matchChoices } from "#app/ui/form/match-choices";

const choices = [
	{ value: "1", label: "LAW101 Law" },
	{ value: "2", label: "MED101 Medicine & Surgery", hint: "Health Sciences" },
	{ value: "3", label: "Ọlá Adéyẹmí" },
];

test("an empty query matches everything", () => {
	expect(matchChoices(choices, "  ")).toHaveLength(3);
});

test("every word must be somewhere in the label or the hint", () => {
	expect(matchChoices(choices, "health med").map((choice) => choice.value)).toEqual(["2"]);
	expect(matchChoices(choices, "law med")).toEqual([]);
});

test("accents and case do not matter", () => {
	expect(matchChoices(choices, "OLA adeyemi").map((choice) => choice.value)).toEqual(["3"]);
});
