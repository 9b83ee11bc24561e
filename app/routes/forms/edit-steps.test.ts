import { expect, test } from "vitest";
import { stepBeside, stepSearch, stepsOf, withRefused } from "#app/routes/forms/edit-steps";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { layOut } from "#worker/contract/forms/form-slots";

const layout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal",
			rows: [{ id: "row", cols: [{ fieldId: "name", type: "text", props: { label: "Name", required: true } }] }],
		},
		{
			id: "schools",
			title: "Schools",
			repeatable: true,
			rows: [{ id: "school-row", cols: [{ fieldId: "school", type: "text", props: { label: "School" } }] }],
		},
	],
};

test("counts the errors and changes of a section with its repeats as one step", () => {
	const data = { name: "Ada", school: "A", school__2: "B" };
	const sections = layOut({ layout, data, repeats: { sections: {}, rows: {} } }, "applicant");
	const errors = { school__2: ["too long"] };
	const steps = stepsOf(sections, { data, files: [], errors, changed: new Set(["school", "school__2"]) });
	expect(steps).toEqual([
		{ id: "personal", title: "Personal", isComplete: true, errors: 0, changes: 0 },
		{ id: "schools", title: "Schools", isComplete: false, errors: 1, changes: 2 },
	]);
});

test("does not count a section without answers as complete", () => {
	const sections = layOut({ layout, data: {}, repeats: { sections: {}, rows: {} } }, "applicant");
	const steps = stepsOf(sections, { data: {}, files: [], errors: { name: ["Enter Name"] }, changed: new Set() });
	expect(steps.map(({ isComplete, errors }) => [isComplete, errors])).toEqual([
		[false, 1],
		[false, 0],
	]);
});

test("does not count a step as complete whose page was refused, whatever the draft has", () => {
	const steps = ["personal", "schools"].map((id) => ({ id, title: id, isComplete: true, errors: 0, changes: 0 }));
	expect(withRefused(steps, "personal", 2).map(({ isComplete, errors }) => [isComplete, errors])).toEqual([
		[false, 2],
		[true, 0],
	]);
	expect(withRefused(steps, "personal", 0)).toEqual(steps);
});

test("puts the preview after the last section, and nothing before the first", () => {
	const steps = [{ id: "a" }, { id: "b" }];
	expect([stepBeside(steps, "a", 1), stepBeside(steps, "b", 1), stepBeside(steps, "a", -1)]).toEqual([
		"b",
		"preview",
		"a",
	]);
	expect(stepBeside([], "x", 1)).toBe("preview");
});

test("keeps the list's address from step to step, but not a step's own parameters", () => {
	const params = new URLSearchParams("?q=ada&view=full&section=a&check=1&close=1&x=y");
	expect(stepSearch(params, { section: "b" })).toBe("?q=ada&view=full&section=b");
	expect(stepSearch(new URLSearchParams("section=a"), {})).toBe("");
	expect(stepSearch(params, { section: "b", check: true })).toBe("?q=ada&view=full&section=b&check=1");
});
