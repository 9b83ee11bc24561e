import fc from "fast-check";
import { expect, test } from "vitest";
import { type Copy, canRemoveCopy, countCopies, countsOf, withCopy, withoutCopy } from "#app/ui/form-fields/copies";
import { copyIntent, readCopyIntent } from "#app/ui/form-fields/field-names";
import {
	answerIn,
	type FormCol,
	type FormData,
	type FormLayout,
	type RepeatCounts,
} from "#worker/contract/forms/form-schema";
import { layOut, type Slot, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";

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

test("removing a section from the middle moves the later ones up, with their rows", () => {
	const data = { school: "A", school__2: "B", prize__2: "b1", school__3: "C", prize__3: "c1", prize__3__2: "c2" };
	const repeats = { sections: { schools: 3 }, rows: { "prize-row__3": 2 } };
	const change = withoutCopy(sectionsOf(data, repeats), data, { ...schools, copy: 2 });
	const result = after(data, repeats, change);
	expect(result.data).toEqual({ school: "A", school__2: "C", prize__2: "c1", prize__2__2: "c2" });
	expect(countCopies(result.sections, schools)).toBe(2);
	expect(countCopies(result.sections, { kind: "rows", id: "prize-row__2" })).toBe(2);
});

test("the first copy can be removed as well; removing the last one leaves nothing", () => {
	const data = { school: "A", school__2: "B" };
	const repeats = { sections: { schools: 2 }, rows: {} };
	const sections = sectionsOf(data, repeats);
	expect(after(data, repeats, withoutCopy(sections, data, { ...schools, copy: 1 })).data).toEqual({ school: "B" });
	expect(after(data, repeats, withoutCopy(sections, data, { ...schools, copy: 2 })).data).toEqual({ school: "A" });
});

test("a row is added and removed within its own copy of the section", () => {
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

test("a section that moves to the first place keeps its repeated rows", () => {
	const data = { school: "A", prize__1__2: "a2", school__2: "B", prize__2__2: "b2" };
	const repeats = { sections: { schools: 2 }, rows: { "prize-row": 2, "prize-row__2": 2 } };
	const removed = after(data, repeats, withoutCopy(sectionsOf(data, repeats), data, { ...schools, copy: 1 }));
	expect(removed.data).toEqual({ school: "B", prize__1__2: "b2" });
});

test("adding a row to the first section adds none to the second, and copies none of its answers", () => {
	const data = { prize: "a1", prize__2: "b1" };
	const repeats = { sections: { schools: 2 }, rows: {} };
	const added = after(data, repeats, withCopy(sectionsOf(data, repeats), { kind: "rows", id: "prize-row" }));
	const prizes = slotsOf(added.sections).filter(({ col }) => col.fieldId === "prize");
	expect(prizes.map(({ fieldId }) => [fieldId, answerIn(added.data, fieldId)])).toEqual([
		["prize", "a1"],
		["prize__1__2", undefined],
		["prize__2", "b1"],
	]);
	expect(countCopies(added.sections, { kind: "rows", id: "prize-row" })).toBe(2);
	expect(countCopies(added.sections, { kind: "rows", id: "prize-row__2" })).toBe(1);
});

/** Forms of every shape, with an answer of its own in every field. */
const anyAnswered = fc
	.array(
		fc.record({
			repeatable: fc.boolean(),
			count: fc.integer({ min: 1, max: 3 }),
			rows: fc.array(
				fc.record({
					repeatable: fc.boolean(),
					counts: fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 3 }))),
					cols: fc.integer({ min: 1, max: 2 }),
				}),
				{ minLength: 1, maxLength: 3 },
			),
		}),
		{ minLength: 1, maxLength: 3 },
	)
	.map((shapes) => {
		const repeats: RepeatCounts = { sections: {}, rows: {} };
		const sections = shapes.map(({ repeatable, count, rows }, s) => {
			const id = `section-${s}`;
			repeats.sections[id] = count;
			return {
				id,
				title: id,
				repeatable,
				rows: rows.map(({ repeatable: canRepeat, counts, cols }, r) => {
					const row = `row-${s}-${r}`;
					if (canRepeat)
						counts.forEach((n, copy) => {
							repeats.rows[copy === 0 ? row : `${row}__${copy + 1}`] = n;
						});
					const names = Array.from({ length: cols }, (_, c) => `field-${s}-${r}-${c}`);
					return { id: row, repeatable: canRepeat, cols: names.map((name) => text(name)) };
				}),
			};
		});
		const slots = slotsOf(layOut({ layout: { sections }, data: {}, repeats }, "applicant"));
		const data = Object.fromEntries(slots.map(({ fieldId }, index) => [fieldId, `answer ${index}`]));
		return { layout: { sections }, data, repeats };
	});

type Answered = Pick<Parameters<typeof layOut>[0], "layout" | "data" | "repeats">;

const drawn = (form: Answered): SlotSection[] => layOut(form, "applicant");
const answersOf = (sections: readonly SlotSection[], data: FormData): unknown[] =>
	slotsOf(sections).map(({ fieldId }) => answerIn(data, fieldId));

const changed = (form: Answered, { answers, repeats }: { answers: FormData; repeats: RepeatCounts }): Answered => ({
	layout: form.layout,
	data: Object.fromEntries(Object.entries({ ...form.data, ...answers }).filter(([, answer]) => answer !== null)),
	repeats: {
		sections: { ...form.repeats.sections, ...repeats.sections },
		rows: { ...form.repeats.rows, ...repeats.rows },
	},
});

test("fields of a form have unique ids, whatever is repeated", () => {
	fc.assert(
		fc.property(anyAnswered, (form) => {
			const ids = slotsOf(drawn(form)).map(({ fieldId }) => fieldId);
			expect(new Set(ids).size).toBe(ids.length);
		}),
	);
});

test("removing a copy keeps the order of all other answers", () => {
	fc.assert(
		fc.property(anyAnswered, (form) => {
			const sections = drawn(form);
			for (const section of sections) {
				const gone: { of: Copy; slots: Slot[] }[] = [
					{ of: { kind: "sections", id: section.sectionId, copy: section.copy }, slots: slotsOf([section]) },
					...section.rows.map(({ countId, copy, slots }) => ({
						of: { kind: "rows" as const, id: countId, copy },
						slots,
					})),
				];
				for (const { of, slots } of gone.filter(({ of }) => canRemoveCopy(sections, of))) {
					const left = changed(form, withoutCopy(sections, form.data, of));
					const lost = new Set<unknown>(slots.map(({ fieldId }) => form.data[fieldId]));
					const kept = answersOf(sections, form.data).filter((answer) => !lost.has(answer));
					expect(answersOf(drawn(left), left.data)).toEqual(kept);
					expect(Object.keys(left.data)).toHaveLength(kept.length);
				}
			}
		}),
	);
});

test("adding a copy keeps every answer in its place", () => {
	fc.assert(
		fc.property(anyAnswered, (form) => {
			const sections = drawn(form);
			const repeated = sections.flatMap(({ repeatable, sectionId, rows }): Omit<Copy, "copy">[] => [
				...(repeatable ? [{ kind: "sections" as const, id: sectionId }] : []),
				...rows.filter((row) => row.repeatable).map(({ countId }) => ({ kind: "rows" as const, id: countId })),
			]);
			for (const of of repeated) {
				const more = changed(form, withCopy(sections, of));
				expect(more.data).toEqual(form.data);
				expect(countCopies(drawn(more), of)).toBe(countCopies(sections, of) + 1);
				const answers = answersOf(drawn(more), more.data).filter((answer) => answer !== undefined);
				expect(answers).toEqual(answersOf(sections, form.data));
			}
		}),
	);
});

test("the only copy cannot be removed, nor one with files after it", () => {
	const sections = sectionsOf({}, { sections: { papers: 3 }, rows: {} });
	const papers = { kind: "sections", id: "papers" } as const;
	expect([1, 2, 3].map((copy) => canRemoveCopy(sections, { ...papers, copy }))).toEqual([false, false, true]);
	expect(canRemoveCopy(sections, { ...schools, copy: 1 })).toBe(false);
	expect(withoutCopy(sections, {}, { ...papers, copy: 3 }).gone).toEqual(["paper__3"]);
});

test("an unknown copy cannot be removed", () => {
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
