import { expect, test } from "vitest";
import { findStep, parseMove } from "#app/shell/palette/move-intent";

test("a stage and a name are a stage change", () => {
	expect(parseMove("shortlist ada")).toEqual({ stage: ["shortlist"], applicant: "ada" });
	expect(parseMove("move Ada Obi to admitted")).toEqual({ stage: ["admitted"], applicant: "Ada Obi" });
});

test("the small words of a stage are not part of the name", () => {
	expect(parseMove("follow up ada")).toEqual({ stage: ["follow"], applicant: "ada" });
	expect(parseMove("Keep in view Obi")).toEqual({ stage: ["keep", "view"], applicant: "Obi" });
});

test("a name alone, or a stage alone, is not a stage change", () => {
	expect(parseMove("ada obi")).toBeUndefined();
	expect(parseMove("shortlisted")).toBeUndefined();
	expect(parseMove("kee ada")).toBeUndefined();
});

test("finds the step by the beginnings of its words, and never the current one", () => {
	const steps = [
		{ name: "In review", type: "IN_REVIEW", current: true },
		{ name: "Faculty board", type: "IN_REVIEW", current: false },
		{ name: "Shortlisted", type: "SHORTLISTED", current: false },
	];
	expect(findStep(steps, ["shortlist"])?.name).toBe("Shortlisted");
	expect(findStep(steps, ["review"])?.name).toBe("Faculty board");
	expect(findStep(steps, ["offer"])).toBeUndefined();
});
