import { expect, test } from "vitest";
import { canRemoveCopy, countCopies, countsOf, withCopy, withoutCopy } from "#app/ui/form-fields/copies";
import { copyIntent, readCopyIntent } from "#app/ui/form-fields/field-names";
import type { FormCol, FormData, FormLayout, RepeatCounts } from "#worker/contract/form-schema";
import { layOut } from "#worker/contract/form-slots";

const text = (fieldId: string, type = "text"): FormCol => ({ fieldId, type, props: { label: fieldId } });

const layout: FormLayout = {
	sections: [
		{
			id: "schools",
			title: "Schools",
			repeatable: true,
			rows: [
				{ id: "school-row", cols: [text("school")] },
				{ id: "prize-row", repeatable: true, cols: [text("prize"), text("year")] },
			],
		},
		{ id: "papers", title: "Papers", repeatable: true, rows: [{ id: "paper-row", cols: [text("paper", "file")] }] },
	],
};

const sectionsOf = (data: FormData, repeats: RepeatCounts) => layOut({ layout, data, repeats }, "applicant");
const schools = { kind: "sections", id: "schools" } as const;

/** The form as it is laid out once a change was made. */
const after = (data: FormData, repeats: RepeatCounts, change: { answers: FormData; repeats: RepeatCounts }) => {
	const answers = Object.entries({ ...data, ...change.answers }).filter(([, answer]) => answer !== null);
	const counts = {
		sections: { ...repeats.sections, ...change.repeats.sections },
		rows: { ...repeats.rows, ...change.repeats.rows },
	};
	const changed = Object.fromEntries(answers);
	return { data: changed, sections: sectionsOf(changed, counts) };
};

test("a section taken from the middle lets those behind it move up, with the rows repeated in them", () => {
	const data = { school: "A", school__2: "B", prize__2: "b1", school__3: "C", prize__3: "c1", prize__3__2: "c2" };
	const repeats = { sections: { schools: 3 }, rows: { "prize-row__3": 2 } };
	const change = withoutCopy(sectionsOf(data, repeats), data, { ...schools, copy: 2 });
	const result = after(data, repeats, change);
	expect(result.data).toEqual({ school: "A", school__2: "C", prize__2: "c1", prize__2__2: "c2" });
	expect(countCopies(result.sections, schools)).toBe(2);
	expect(countCopies(result.sections, { kind: "rows", id: "prize-row__2" })).toBe(2);
});

test("the first can be taken away as well; the last leaves nothing behind", () => {
	const data = { school: "A", school__2: "B" };
	const repeats = { sections: { schools: 2 }, rows: {} };
	const sections = sectionsOf(data, repeats);
	expect(after(data, repeats, withoutCopy(sections, data, { ...schools, copy: 1 })).data).toEqual({ school: "B" });
	expect(after(data, repeats, withoutCopy(sections, data, { ...schools, copy: 2 })).data).toEqual({ school: "A" });
});

test("a row is taken away and added within its own copy of the section", () => {
	const data = { school: "A", school__2: "B", prize__2: "b1", prize__2__2: "b2", year__2__2: 2020 };
	const repeats = { sections: { schools: 2 }, rows: { "prize-row__2": 2 } };
	const sections = sectionsOf(data, repeats);
	const row = { kind: "rows", id: "prize-row__2" } as const;
	const removed = after(data, repeats, withoutCopy(sections, data, { ...row, copy: 1 }));
	expect(removed.data).toEqual({ school: "A", school__2: "B", prize__2: "b2", year__2: 2020 });
	expect(countCopies(removed.sections, row)).toBe(1);
	const added = after(data, repeats, withCopy(sections, row));
	expect(countCopies(added.sections, row)).toBe(3);
});

test("adding a row to the first section adds none to the second", () => {
	const repeats = { sections: { schools: 2 }, rows: {} };
	const added = after({}, repeats, withCopy(sectionsOf({}, repeats), { kind: "rows", id: "prize-row" }));
	expect(countCopies(added.sections, { kind: "rows", id: "prize-row" })).toBe(2);
	expect(countCopies(added.sections, { kind: "rows", id: "prize-row__2" })).toBe(1);
});

test("the only copy cannot be taken away, nor one with files behind it", () => {
	const sections = sectionsOf({}, { sections: { papers: 3 }, rows: {} });
	const papers = { kind: "sections", id: "papers" } as const;
	expect([1, 2, 3].map((copy) => canRemoveCopy(sections, { ...papers, copy }))).toEqual([false, false, true]);
	expect(canRemoveCopy(sections, { ...schools, copy: 1 })).toBe(false);
	expect(withoutCopy(sections, {}, { ...papers, copy: 3 }).gone).toEqual(["paper__3"]);
});

test("a copy that is not there is none to take away", () => {
	const sections = sectionsOf({ school: "A" }, { sections: {}, rows: {} });
	expect(withoutCopy(sections, { school: "A" }, { ...schools, copy: 9_999 }).answers).toEqual({});
	expect(countsOf(sections).sections).toEqual({ schools: 1, papers: 1 });
});

test("an intent is read as it was written, whatever the id; anything else is none", () => {
	const removed = { kind: "rows", id: "a:2:b", copy: 3 } as const;
	expect(readCopyIntent(copyIntent("remove", removed))).toEqual({ verb: "remove", ...removed });
	expect(readCopyIntent(copyIntent("add", schools))).toEqual({ verb: "add", ...schools, copy: 0 });
	for (const intent of [
		"",
		"next",
		"to:add",
		"add:sections:",
		"remove:sections:x",
		"remove:cells:1:x",
		"drop:rows:1:x",
	])
		expect(readCopyIntent(intent)).toBeUndefined();
});
