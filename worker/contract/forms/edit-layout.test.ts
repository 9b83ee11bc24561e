import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { compareLayouts, summariseChange } from "#worker/contract/forms/compare-layouts";
import {
	addField,
	addSection,
	changeField,
	changeSection,
	findField,
	moveField,
	moveSection,
	putField,
	removeField,
	removeSection,
	setCondition,
} from "#worker/contract/forms/edit-layout";
import { FieldProps, type FormLayout, fieldTypes, type ShowWhen } from "#worker/contract/forms/form-schema";
import { LayoutToSave } from "#worker/contract/forms/layout-to-save";

const way = fc.constantFrom("earlier" as const, "later" as const);
const label = fc.oneof(
	fc.constantFrom("Name", "Date of birth", "a__2", "__proto__", "1", "Ẹkọ"),
	fc.string({ minLength: 1 }),
);
const edit = fc.record({
	kind: fc.constantFrom(
		"add section",
		"add",
		"add",
		"change",
		"move",
		"remove",
		"move section",
		"change section",
		"remove section",
	),
	label,
	way,
	at: fc.nat(),
	type: fc.constantFrom(...fieldTypes),
	isBeside: fc.boolean(),
	repeatable: fc.boolean(),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

const apply = (layout: FormLayout, { kind, label: given, way, at, type, isBeside, repeatable }: Edit): FormLayout => {
	const label = given.trim() || "Label";
	const section = layout.sections[at % Math.max(layout.sections.length, 1)];
	const cols = section?.rows.flatMap((row) => row.cols) ?? [];
	const place = { sectionId: section?.id ?? "", fieldId: cols[at % Math.max(cols.length, 1)]?.fieldId ?? "" };
	const about = { type, props: { label }, isBeside, repeatable };
	if (kind === "add section") return addSection(layout, { title: label, repeatable });
	if (kind === "change section") return changeSection(layout, place.sectionId, { title: label, repeatable });
	if (kind === "move section") return moveSection(layout, place.sectionId, way);
	if (kind === "remove section") return at % 5 === 0 ? removeSection(layout, place.sectionId) : layout;
	if (kind === "add") return addField(layout, place.sectionId, about);
	if (kind === "change") return changeField(layout, place, about);
	return kind === "move" ? moveField(layout, place, way) : removeField(layout, place);
};

const fieldsOf = ({ sections }: FormLayout) =>
	sections.flatMap(({ rows }) => rows.flatMap(({ cols }) => cols.map(({ fieldId }) => fieldId)));

test("any edits make a layout that can be saved, and moves lose no field", () => {
	fc.assert(
		fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
			let layout: FormLayout = { sections: [] };
			for (const one of edits) {
				const next = apply(layout, one);
				expect(v.safeParse(LayoutToSave, next).issues).toBeUndefined();
				if (one.kind.startsWith("move")) expect(fieldsOf(next).sort()).toEqual(fieldsOf(layout).sort());
				expect(compareLayouts(layout, next).length === 0).toBe(JSON.stringify(layout) === JSON.stringify(next));
				layout = next;
			}
		}),
		{ numRuns: 200 },
	);
});

const field = (fieldId: string) => ({ fieldId, type: "text", props: { label: fieldId } });
const layout: FormLayout = {
	sections: [
		{
			id: "one",
			title: "One",
			rows: [
				{ id: "r1", cols: [field("a"), field("b")] },
				{ id: "r2", cols: [field("c")] },
			],
		},
		{ id: "two", title: "Two", rows: [{ id: "r3", cols: [field("d")] }] },
		{ id: "ref", title: "Report", refereeSectionType: "academic", rows: [{ id: "r4", cols: [field("a")] }] },
	],
};
const whenA: ShowWhen = { fieldId: "a", is: "answered" };
const linesOf = ({ sections }: FormLayout) =>
	sections.map(({ rows }) => rows.map(({ cols }) => cols.map(({ fieldId }) => fieldId).join("+")).join(" "));

describe("a field is moved", () => {
	test.each([
		["past its neighbour", "a", "later", ["b+a c", "d", "a"]],
		["out of its line", "b", "later", ["a b c", "d", "a"]],
		["out of its line, up", "a", "earlier", ["a b c", "d", "a"]],
		["past the next line", "c", "earlier", ["c a+b", "d", "a"]],
		["into the next section", "c", "later", ["a+b", "c d", "a"]],
		["not past the end", "d", "later", ["a+b c", "d", "a"]],
	] as const)("%s", (_, fieldId, to, lines) => {
		const sectionId = fieldId === "d" ? "two" : "one";
		expect(linesOf(moveField(layout, { sectionId, fieldId }, to))).toEqual(lines);
	});

	test("onto the line before, and off it", () => {
		const about = { type: "text", props: { label: "c" }, repeatable: false };
		const place = { sectionId: "one", fieldId: "c" };
		const beside = changeField(layout, place, { ...about, isBeside: true });
		expect(linesOf(beside)[0]).toBe("a+b+c");
		expect(linesOf(changeField(beside, place, { ...about, isBeside: false }))[0]).toBe("a+b c");
	});
});

test("ids are made of the label, and each is new", () => {
	const about = { type: "date", props: { label: "Date of birth" }, isBeside: false, repeatable: true };
	const twice = addField(addField(layout, "one", about), "two", about);
	expect(fieldsOf(twice)).toEqual(["a", "b", "c", "dateOfBirth", "d", "dateOfBirth-2", "a"]);
	expect(findField(twice, { sectionId: "one", fieldId: "dateOfBirth" })?.row).toMatchObject({ repeatable: true });
});

const place = { sectionId: "one", fieldId: "c" };
const about = { type: "text", props: { label: "c" }, isBeside: false, repeatable: false };
/** The layout with `c` in the second section. */
const moved = putField(layout, place, { side: "after", sectionId: "two", fieldId: "d" });

describe("a change is said in words", () => {
	test.each<[string, FormLayout, string[]]>([
		["a new name", changeField(layout, place, { ...about, props: { label: "C" } }), ["Field “c” is now field “C”"]],
		[
			"a new name among others",
			changeField(layout, place, { ...about, props: { label: "C", alternateLabel: "See", help: "Why" } }),
			["Field “c” is now field “See”, and was changed: label, hint"],
		],
		[
			"several properties",
			changeField(layout, place, { ...about, type: "number", repeatable: true, props: { label: "c", min: 1, max: 2 } }),
			["Field “c” was changed: type, limits, now repeatable"],
		],
		["the line", changeField(layout, place, { ...about, isBeside: true }), ["Field “c” was changed: line"]],
		[
			"a condition",
			setCondition(setCondition(layout, place, whenA), { sectionId: "two" }, whenA),
			["Field “c” was changed: condition", "Section “Two” was changed: condition"],
		],
		[
			"a section",
			changeSection(layout, "two", { title: "Second", description: "More", repeatable: true, isPublic: true }),
			[
				"Section “Two” is now section “Second”, and was changed: text below the title, now repeatable, now in the public summary",
			],
		],
		["a move to another section", moved, ["Field “c” was moved to “Two”"]],
		[
			"a move beside other changes",
			addField(changeField(moved, { sectionId: "two", fieldId: "c" }, { ...about, props: { label: "C" } }), "one", {
				...about,
				props: { label: "New" },
			}),
			["Field “New” was added", "Field “c” is now field “C”, and was moved to “Two”"],
		],
		[
			"a move within a section",
			removeSection(moveField(layout, place, "earlier"), "two"),
			["Field “c” was moved to the beginning of “One”", "Section “Two” was removed", "Field “d” was removed"],
		],
		["a move of a section", moveSection(layout, "one", "later"), ["Section “One” was moved after section “Two”"]],
		[
			"a move out of a line",
			putField(layout, { sectionId: "one", fieldId: "a" }, { side: "into", sectionId: "one" }),
			["Field “b” was changed: line", "Field “a” of “One” was moved after field “c”"],
		],
	])("%s", (_, after, lines) => {
		expect(compareLayouts(layout, after)).toEqual(lines);
	});

	test("with the section of a field where another one is called alike", () => {
		const alike = changeField(layout, { sectionId: "two", fieldId: "d" }, { ...about, props: { label: "c" } });
		expect(compareLayouts(layout, alike)).toEqual(["Field “d” is now field “c” of “Two”"]);
		const changed = changeField(alike, place, { ...about, props: { label: "c", required: true } });
		expect(compareLayouts(alike, removeField(changed, { sectionId: "two", fieldId: "d" }))).toEqual([
			"Field “c” was changed: now required",
			"Field “c” of “Two” was removed",
		]);
	});

	test("whichever property of a field it is", () => {
		for (const name of Object.keys(FieldProps.entries)) {
			const props = { label: "c", [name]: true };
			expect(compareLayouts(layout, changeField(layout, place, { ...about, props })), name).toEqual([
				expect.stringMatching(/^Field “c” (is now field|was changed: )/),
			]);
		}
	});

	test("in one line", () => {
		expect(summariseChange(layout, removeSection(layout, "one"))).toBe("Section “One” was removed, and 3 more");
		expect(summariseChange(layout, layout)).toBe("Nothing was changed");
	});
});
