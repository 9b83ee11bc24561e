import { expect, test } from "vitest";
import { along, extend } from "#app/routes/applicants/walk";

const walk = { list: "?needs=changed", ids: ["a", "b", "c"], from: 0, total: 4 };
/** The neighbours of an applicant who has left the group, in which only `d` is left. */
const left = { previousId: null, nextId: "d", nextUndecidedId: "d", position: null, total: 1, totalIsExact: true };

test("leads to the neighbours of the group as it was opened", () => {
	expect(along(walk, "b", left)).toEqual({
		previousId: "a",
		nextId: "c",
		nextUndecidedId: "d",
		position: 2,
		total: 4,
		totalIsExact: true,
	});
});

test("goes on from the last of a page to who is next now, and knows the way back", () => {
	expect(along(walk, "c", left)).toMatchObject({ previousId: "b", nextId: "d", position: 3 });
	const longer = extend(walk, "c", left);
	expect(along(longer, "d", { ...left, nextId: null })).toMatchObject({ previousId: "c", nextId: null, position: 4 });
});

test("goes back from the first of a later page", () => {
	const second = { ...walk, from: 10, total: 13 };
	const longer = extend(second, "a", { ...left, previousId: "z" });
	expect(along(longer, "z", left)).toMatchObject({ nextId: "a", position: 10, total: 13 });
	expect(extend(walk, "a", { ...left, previousId: "z" }), "the first page begins the group").toBe(walk);
	expect(extend(walk, "b", left)).toBe(walk);
});
