import { expect, test } from "vitest";
import { narrowedTo, toFilterChoices } from "#app/routes/applicants/filtering/filter-choices";

const faculty = { id: "l1", name: "Faculty", order: 0 };
const department = { id: "l2", name: "Department", order: 1 };

test("orders levels from the top, each with its items", () => {
	const items = [
		{ id: "d2", name: "Botany", parentItemId: null, level: department },
		{ id: "f1", name: "Faculty of Law", parentItemId: null, level: faculty },
		{ id: "d1", name: "Zoology", parentItemId: null, level: department },
	];
	expect(toFilterChoices(items, []).levels).toEqual([
		{ id: "l1", name: "Faculty", items: [{ id: "f1", name: "Faculty of Law", above: [] }] },
		{
			id: "l2",
			name: "Department",
			items: [
				{ id: "d2", name: "Botany", above: [] },
				{ id: "d1", name: "Zoology", above: [] },
			],
		},
	]);
});

test("names a course by its code and title", () => {
	const offered = [{ course: { id: "c1", code: "LAW101", title: "Law", administrationLevelItemId: null } }];
	expect(toFilterChoices([], offered).courses).toEqual([{ id: "c1", name: "LAW101 · Law", above: [] }]);
});

test("a chosen faculty narrows the departments and courses to its own, and keeps what is chosen elsewhere", () => {
	const items = [
		{ id: "law", name: "Faculty of Law", parentItemId: null, level: faculty },
		{ id: "science", name: "Faculty of Science", parentItemId: null, level: faculty },
		{ id: "public", name: "Public Law", parentItemId: "law", level: department },
		{ id: "botany", name: "Botany", parentItemId: "science", level: department },
		{ id: "zoology", name: "Zoology", parentItemId: "science", level: department },
	];
	const course = (id: string, administrationLevelItemId: string | null) => ({
		course: { id, code: id, title: id, administrationLevelItemId },
	});
	const courses = [
		course("LAW101", "public"),
		course("BOT101", "botany"),
		course("ZOO101", "zoology"),
		course("X", null),
	];
	const all = { ...toFilterChoices(items, courses), states: [], locations: [] };
	const offered = (...chosen: string[]) => {
		const { levels, courses } = narrowedTo(chosen, all);
		return [...levels.map((level) => level.items), courses].map((choices) => choices.map(({ id }) => id).join(" "));
	};
	expect(offered()).toEqual(["law science", "public botany zoology", "LAW101 BOT101 ZOO101 X"]);
	expect(offered("science")).toEqual(["law science", "botany zoology", "BOT101 ZOO101"]);
	expect(offered("zoology")).toEqual(["law science", "public botany zoology", "ZOO101"]);
	expect(offered("law", "zoology")).toEqual(["law science", "public zoology", ""]);
});
