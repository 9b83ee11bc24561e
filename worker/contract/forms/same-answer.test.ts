import fc from "fast-check";
import { expect, test } from "vitest";
import { sayTheSame } from "./same-answer";

test.each<[string, unknown, unknown]>([
	["no answer, however it is written", "", { from: " ", to: null }],
	["a number and its text", 251, "251"],
	["a tick and what a box sends", true, "on"],
	["no tick and its text", false, "false"],
	["a range that is open, with or without its end", { from: "2020-01-02", to: "" }, { from: "2020-01-02" }],
	["objects in another order", { state: "Oyo", lga: "Afijio" }, { lga: "Afijio", state: "Oyo" }],
	["ticks within lists", [true, "1"], ["true", 1]],
])("%s are equal", (_name, one, other) => {
	expect(sayTheSame(one, other)).toBe(true);
	expect(sayTheSame(other, one)).toBe(true);
});

test.each<[string, unknown, unknown]>([
	["an answer and none", 0, ""],
	["no tick and no answer", false, undefined],
	["texts that a tick could be written as", "on", "true"],
	["a list and its text", ["a"], "a"],
	["a list and an object", ["a"], { 0: "a" }],
	["choices in another order", ["a", "b"], ["b", "a"]],
	["an object with more in it", { a: 1 }, { a: 1, b: 2 }],
])("%s are not equal", (_name, one, other) => {
	expect(sayTheSame(one, other)).toBe(false);
	expect(sayTheSame(other, one)).toBe(false);
});

test("every answer equals itself, and the order does not matter", () => {
	fc.assert(fc.property(fc.jsonValue(), (answer) => sayTheSame(answer, structuredClone(answer))));
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => sayTheSame(one, other) === sayTheSame(other, one)),
	);
});
