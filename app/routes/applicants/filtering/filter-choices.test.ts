import { expect, test } from "vitest";
import { toFilterChoices } from "#app/routes/applicants/filtering/filter-choices";

const faculty = { id: "l1", name: "Faculty", order: 0 };
const department = { id: "l2", name: "Department", order: 1 };

test("orders levels from the top, each with its items", () => {
	const items = [
		{ id: "d2", name: "Botany", level: department },
		{ id: "f1", name: "Faculty of Law", level: faculty },
		{ id: "d1", name: "Zoology", level: department },
	];
	expect(toFilterChoices(items, []).levels).toEqual([
		{ id: "l1", name: "Faculty", items: [{ id: "f1", name: "Faculty of Law" }] },
		{
			id: "l2",
			name: "Department",
			items: [
				{ id: "d2", name: "Botany" },
				{ id: "d1", name: "Zoology" },
			],
		},
	]);
});

test("names a course by its code and title", () => {
	const offered = [{ course: { id: "c1", code: "LAW101", title: "Law" } }];
	expect(toFilterChoices([], offered).courses).toEqual([{ id: "c1", name: "LAW101 · Law" }]);
});
