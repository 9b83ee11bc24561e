import { expect, test } from "vitest";
import { addStep, changedParts } from "#worker/services/templates/draft-steps";
import type { DraftStep } from "#worker/services/templates/drafts.queries";

const stepOf = (more: object) => ({ name: "Offer", subject: "Your offer", content: "", by: "Ada", at: 0, ...more });
const same = { isOfSamePage: true };
const begun = [stepOf({ by: null })];

test("what a page goes on writing in one place for a minute is one step", () => {
	const one = addStep(begun, stepOf({ content: "D" }), same);
	const two = addStep(one, stepOf({ content: "De", at: 59_999 }), same);
	expect(two.map(({ content, at }) => [content, at])).toEqual([
		["", 0],
		["De", 0],
	]);
	expect(addStep(two, stepOf({ content: "Dear", at: 60_000 }), same)).toHaveLength(3);
	expect(addStep(two, stepOf({ content: "Dear" }), { isOfSamePage: false })).toHaveLength(3);
	expect(addStep(two, stepOf({ content: "De", subject: "For you" }), same)).toHaveLength(3);
});

test("the first step, which is what was published, is never written over", () => {
	expect(addStep(begun, stepOf({ content: "Dear" }), same)[0]).toEqual(begun[0]);
});

test("the oldest steps go where there are too many, or too much in them", () => {
	let steps: DraftStep[] = begun;
	for (let at = 0; at < 70; at++)
		steps = addStep(steps, stepOf({ name: `Offer ${at}`, subject: `${at}`, at: at * 60_000 }), same);
	expect([steps.length, steps[0]?.name, steps.at(-1)?.name]).toEqual([50, "Offer 20", "Offer 69"]);
	const long = addStep(begun, stepOf({ content: "€".repeat(250_000) }), same);
	const both = addStep(long, stepOf({ content: "₦".repeat(250_000), by: "Bisi" }), { isOfSamePage: false });
	expect(both.map(({ by }) => by)).toEqual(["Bisi"]);
});

test("says which texts differ", () => {
	expect(changedParts(stepOf({}), stepOf({ name: "x", content: "y" }))).toEqual(["name", "content"]);
});
