import { expect, test } from "vitest";
import type { Command } from "#app/shell/commands";
import { drawnAtFirst, firstItems } from "#app/shell/palette/first-items";

const section = (heading: string, size: number) => ({
	heading,
	commands: Array.from(
		{ length: size },
		(_, index): Command => ({ id: `${heading} ${index}`, title: "", group: "Pages" }),
	),
});

const people = { moving: [], acting: [], applicants: ["a", "b", "c"], hasMore: true, payments: ["p"] };

test("a short list is whole", () => {
	const items = { before: [section("one", 2)], people, after: [section("two", 3)] };
	expect(firstItems(items)).toEqual(items);
});

test("of a long list the first are drawn, in the order in which they are shown", () => {
	const items = { before: [section("one", 7)], people, after: [section("two", 9), section("three", 4)] };
	const first = firstItems(items);
	expect([...first.before, ...first.after].map(({ commands }) => commands.length)).toEqual([7, 0, 0]);
	const { applicants, hasMore, payments } = first.people;
	expect([applicants, hasMore, payments]).toEqual([["a", "b", "c"], true, ["p"]]);
});

test("what a text would have done with applicants leaves room for fewer of them", () => {
	const acting = Array.from({ length: drawnAtFirst - 2 }, () => "act");
	const { applicants, hasMore } = firstItems({ before: [], people: { ...people, acting }, after: [] }).people;
	expect([applicants, hasMore]).toEqual([["a", "b"], false]);
});
