import { expect, test } from "vitest";
import { readForm } from "./form-reading";
import type { FormLayout, RepeatCounts } from "./form-schema";
import { type FormAnswerer, layOut, slotsOf } from "./form-slots";

const text = (fieldId: string) => ({ fieldId, type: "text", props: { label: fieldId } });

const layout: FormLayout = {
	sections: [
		{ id: "personal", title: "Personal", rows: [{ id: "names", cols: [text("surname"), text("firstName")] }] },
		{
			id: "schools",
			title: "Schools",
			description: "The latest first.",
			repeatable: true,
			rows: [
				{ id: "school", cols: [text("school")] },
				{ id: "prize", repeatable: true, cols: [text("prize")] },
			],
		},
		{ id: "lecturer", title: "Lecturer", refereeSectionType: "academic", rows: [{ id: "a", cols: [text("report")] }] },
		{ id: "boss", title: "Employer", refereeSectionType: "work", rows: [{ id: "b", cols: [text("opinion")] }] },
	],
};

const none: RepeatCounts = { sections: {}, rows: {} };
const lay = (data: Record<string, unknown> = {}, repeats = none, who: FormAnswerer = "applicant") =>
	layOut({ layout, data, repeats }, who);

test("an applicant answers everything but the referees' sections, a referee those of their kind", () => {
	const titles = (who: FormAnswerer) => lay({}, none, who).map(({ title }) => title);
	expect(titles("applicant")).toEqual(["Personal", "Schools"]);
	expect(titles({ referee: "work" })).toEqual(["Employer"]);
	expect(titles({ referee: null })).toEqual(["Lecturer", "Employer"]);
	expect(titles({ referee: "unheard of" })).toEqual([]);
});

test("a section and a row name their original, and the id under which their copies are counted", () => {
	const repeats = { sections: { schools: 2 }, rows: { prize__2: 2 } };
	const [, first, second] = lay({}, repeats);
	expect(first).toMatchObject({ id: "schools", title: "Schools (1)", copy: 1, repeatable: true });
	expect(second).toMatchObject({
		id: "schools__2",
		sectionId: "schools",
		title: "Schools (2)",
		description: "The latest first.",
		copy: 2,
	});
	expect(second?.rows).toMatchObject([
		{ id: "school__2", rowId: "school", countId: "school__2", repeatable: false, copy: 1 },
		{ id: "prize__2", rowId: "prize", countId: "prize__2", repeatable: true, copy: 1 },
		{ id: "prize__2__2", rowId: "prize", countId: "prize__2", copy: 2, slots: [{ fieldId: "prize__2__2" }] },
	]);
});

test("an answer or a file in an uncounted copy adds that copy", () => {
	expect(lay({ school__2: "B" }).map(({ id }) => id)).toEqual(["personal", "schools", "schools__2"]);
	const byFile = layOut({ layout, data: {}, repeats: none, attachments: [{ fieldId: "prize__2" }] }, "applicant");
	expect(slotsOf(byFile).map(({ fieldId }) => fieldId)).toContain("prize__2");
});

test("an answer in the second, uncounted row of a copy adds the copy with an empty first row", () => {
	expect(slotsOf(lay({ prize__2__2: "b2" })).map(({ fieldId }) => fieldId)).toContain("prize__2__2");
	expect(slotsOf(lay({ prize__1__2: "a2" })).map(({ fieldId }) => fieldId)).toEqual([
		"surname",
		"firstName",
		"school",
		"prize",
		"prize__1__2",
	]);
});

test("limits an absurd count", () => {
	expect(lay({}, { sections: { schools: 1e12 }, rows: {} }).length).toBeLessThan(60);
});

test("the slots are the parts that are read", () => {
	const form = {
		layout,
		data: { school__3: "C", prize__2: "x" },
		repeats: { sections: { schools: 3 }, rows: { prize: 2 } },
	};
	const read = readForm({ ...form, attachments: [] }).flatMap(({ rows }) =>
		rows.flatMap(({ fields }) => fields.map(({ fieldId }) => fieldId)),
	);
	const laidOut = [...layOut(form, "applicant"), ...layOut(form, { referee: null })];
	expect(slotsOf(laidOut).map(({ fieldId }) => fieldId)).toEqual(read);
});

/** A design that was made before its like was refused: a field, a row and a section called like repeats of others. */
const clashing: FormLayout = {
	sections: [
		{
			id: "prizes",
			title: "Prizes",
			rows: [
				{ id: "prize", repeatable: true, cols: [text("prize"), text("year")] },
				{ id: "own", cols: [text("prize__2")] },
				{ id: "prize__2", repeatable: true, cols: [text("medal")] },
			],
		},
	],
};

test("a field named like a repeat of another has its own answer", () => {
	const data = { prize: "a", prize__2: "own", prize__3: "lost", year: 1, year__2: 2 };
	const form = { layout: clashing, data, repeats: { sections: {}, rows: { prize: 3 } } };
	const fieldIds = slotsOf(layOut(form, "applicant")).map(({ fieldId }) => fieldId);
	expect(fieldIds).toEqual(["prize", "year", "year__2", "year__3", "prize__2", "medal"]);
	const shown = readForm({ ...form, attachments: [] }).flatMap(({ title, rows }) =>
		rows.flatMap(({ fields }) => fields.map(({ fieldId, value }) => [title, fieldId, value])),
	);
	expect(shown).toEqual([
		["Prizes", "prize", "a"],
		["Prizes", "year", "1"],
		["Prizes", "year__2", "2"],
		["Prizes", "year__3", null],
		["Prizes", "prize__2", "own"],
		["Prizes", "medal", null],
		["Other answers", "prize__3", "lost"],
	]);
});

test("rows that are named like each other's repeats can be neither added nor removed", () => {
	const [prizes] = layOut({ layout: clashing, data: {}, repeats: none }, "applicant");
	expect(prizes?.rows.map(({ id, repeatable }) => [id, repeatable])).toEqual([
		["prize", false],
		["own", false],
		["prize__2", false],
	]);
});
