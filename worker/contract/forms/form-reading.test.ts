import { expect, test } from "vitest";
import { readForm } from "./form-reading";
import type { FormCol, FormData, FormLayout, RepeatCounts } from "./form-schema";

const col = (fieldId: string, type: string, props: Partial<FormCol["props"]> = {}): FormCol => ({
	fieldId,
	type,
	props: { label: `The ${fieldId}`, ...props },
});

const layoutOf = (...cols: FormCol[]): FormLayout => ({
	sections: [{ id: "s", title: "Section", rows: [{ id: "r", cols }] }],
});

const read = (layout: FormLayout, data: FormData, more: Partial<Parameters<typeof readForm>[0]> = {}) =>
	readForm({ layout, data, repeats: { sections: {}, rows: {} }, attachments: [], ...more });

const firstField = (field: FormCol, answer: unknown) => {
	const [section] = read(layoutOf(field), { [field.fieldId]: answer });
	return section?.rows[0]?.fields[0];
};

const options = [
	{ label: "Christianity", value: "c" },
	{ label: "Islam", value: "i" },
];

test.each<[string, FormCol, unknown, object]>([
	["a text", col("a", "text"), "Okafor", { kind: "text", value: "Okafor" }],
	["a number", col("a", "number"), 0, { kind: "text", value: "0" }],
	["a long text", col("a", "textarea"), "one\ntwo", { kind: "long-text", value: "one\ntwo" }],
	["a choice by its label", col("a", "select", { options }), "i", { kind: "text", value: "Islam" }],
	["a choice that is gone", col("a", "radio", { options }), "x", { kind: "text", value: "x" }],
	["several choices", col("a", "checkbox", { options }), ["c", "i"], { kind: "text", value: "Christianity, Islam" }],
	["a tick", col("a", "checkbox", { trueDisplay: "I agree" }), true, { kind: "text", value: "I agree" }],
	["no tick", col("a", "checkbox", { falseDisplay: "I do not" }), "false", { kind: "text", value: "I do not" }],
	["no tick without words", col("a", "checkbox"), false, { kind: "text", value: "No" }],
	["a country by its name", col("a", "select", { source: "countries" }), "NG", { kind: "text", value: "Nigeria" }],
	["a country's name", col("a", "select", { source: "countries" }), "Ghana", { kind: "text", value: "Ghana" }],
	["no country", col("a", "select", { source: "countries" }), "QX", { kind: "text", value: "QX" }],
	[
		"a state and its area",
		col("a", "select", { source: "nigeria-states-lga" }),
		{ state: "Lagos", lga: "Eti-Osa" },
		{ kind: "text", value: "Eti-Osa, Lagos" },
	],
	["a date", col("a", "single-date"), "2004-05-06", { kind: "date", value: "2004-05-06" }],
	["no date", col("a", "date"), "last year", { kind: "text", value: "last year" }],
	[
		"a range of dates",
		col("a", "date"),
		{ from: "2019-09-01", to: null },
		{ kind: "date-range", value: { from: "2019-09-01", to: null } },
	],
	["rich text", col("a", "wysiwyg"), "<p>Hi</p>", { kind: "rich-text", value: [{ tag: "p", children: ["Hi"] }] }],
	["an email", col("a", "email"), "a@b.example", { kind: "email", value: "a@b.example" }],
	["nothing", col("a", "text"), "  ", { kind: "empty", value: null }],
	["an object without answers", col("a", "text"), { from: "" }, { kind: "empty", value: null }],
	["an unknown type", col("a", "hologram"), { x: 1 }, { kind: "unknown", type: "hologram", value: "x: 1" }],
	["a type named like a built-in", col("a", "constructor"), "x", { kind: "unknown", type: "constructor", value: "x" }],
	["a broken result", col("a", "neco-result"), { grade: "A1" }, { kind: "unknown", value: "grade: A1" }],
])("reads %s", (_name, field, answer, expected) => {
	expect(firstField(field, answer)).toMatchObject({ fieldId: "a", label: "The a", ...expected });
});

test("uses the alternate label for readers", () => {
	expect(firstField(col("a", "text", { alternateLabel: "Surname" }), "x")?.label).toBe("Surname");
});

const repeating: FormLayout = {
	sections: [
		{
			id: "schools",
			title: "Schools",
			repeatable: true,
			rows: [
				{ id: "school", cols: [col("school", "text")] },
				{ id: "prize", repeatable: true, cols: [col("prize", "text")] },
			],
		},
	],
};

const outline = (data: FormData, repeats: RepeatCounts) =>
	read(repeating, data, { repeats }).map(({ title, rows }) => [
		title,
		...rows.flatMap(({ fields }) => fields.map(({ fieldId, value }) => `${fieldId}=${value}`)),
	]);

test("repeats sections and rows as often as the applicant did, including rows within a repeated section", () => {
	const data = { school: "A", prize: "p", prize__1__2: "q", school__2: "B", prize__2: "r", prize__2__2: "s" };
	expect(outline({ ...data }, { sections: { schools: 2 }, rows: { prize: 2, prize__2: 1 } })).toEqual([
		["Schools (1)", "school=A", "prize=p", "prize__1__2=q"],
		["Schools (2)", "school__2=B", "prize__2=r", "prize__2__2=s"],
	]);
});

test("reads an answer in a repeat that was not counted", () => {
	expect(outline({ school: "A", school__2: "B" }, { sections: {}, rows: {} })).toEqual([
		["Schools (1)", "school=A", "prize=null"],
		["Schools (2)", "school__2=B", "prize__2=null"],
	]);
});

test("limits an absurd number of repeats", () => {
	expect(read(repeating, {}, { repeats: { sections: { schools: 1e9 }, rows: {} } })).toHaveLength(50);
});

const sitting = (registrationNumber: string) => ({
	firstName: "Ada",
	middleName: "",
	lastName: "Eze",
	registrationNumber,
	examination: "NECO 2024",
	gender: "F",
	subjects: [{ name: "Mathematics", shortName: "MTH", grade: "B3" }],
});

test("shows results with their grades' meaning, and the sitting of every one after the first", () => {
	const layout = layoutOf(col("first", "neco-result"), col("later", "neco-result"));
	const [section] = read(layout, { first: sitting("1"), later: [sitting("2"), sitting("3")] });
	const results = section?.rows[0]?.fields.flatMap((field) => (field.kind === "results" ? field.value : []));
	expect(results?.map(({ title }) => title)).toEqual([
		"NECO 2024",
		"NECO 2024 (2nd sitting)",
		"NECO 2024 (3rd sitting)",
	]);
	expect(results?.[0]).toMatchObject({
		candidate: "Ada Eze",
		gender: "Female",
		subjects: [{ name: "Mathematics", grade: "B3 Good" }],
	});
});

const file = (fieldId: string) => ({
	id: `f-${fieldId}`,
	fieldId,
	name: "a.pdf",
	mimetype: "application/pdf",
	size: 9,
});

test("shows a file field's own files in each repeat", () => {
	const layout: FormLayout = {
		sections: [{ id: "s", title: "S", repeatable: true, rows: [{ id: "r", cols: [col("cert", "file")] }] }],
	};
	const attachments = [file("cert"), file("cert__2")];
	const fields = read(layout, { cert: "a.pdf" }, { attachments }).flatMap(({ rows }) => rows[0]?.fields ?? []);
	expect(fields.map(({ value }) => value)).toEqual([[attachments[0]], [attachments[1]]]);
});

test("shows a file field's files alone: the name of a file that is gone does not stand for it", () => {
	const layout = layoutOf(col("cert", "file"), col("photo", "camera"));
	const attachments = [file("cert")];
	const sections = read(layout, { cert: "old-name.pdf", photo: "passport.jpg" }, { attachments });
	expect(sections).toHaveLength(1);
	expect(sections[0]?.rows[0]?.fields).toEqual([
		{ fieldId: "cert", label: "The cert", kind: "files", value: [attachments[0]] },
		{ fieldId: "photo", label: "The photo", kind: "empty", value: null },
	]);
});

test("lists answers and files outside the form, and hides none", () => {
	const sections = read(
		layoutOf(col("a", "text")),
		{ a: "x", old: "y", __proto: { z: [1, true] } },
		{
			attachments: [file("a"), file("gone")],
		},
	);
	const extra = sections.at(-1);
	expect(extra).toMatchObject({ isExtra: true, title: "Other answers" });
	expect(extra?.rows.map(({ fields: [field] }) => [field?.fieldId, field?.kind])).toEqual([
		["old", "text"],
		["__proto", "text"],
		["a", "files"],
		["gone", "files"],
	]);
});

test("reads an answer where the applicant gave it, though referees are asked before for the same id", () => {
	const own = (id: string, refereeSectionType?: string): FormLayout["sections"][number] => ({
		id,
		title: id,
		...(refereeSectionType !== undefined && { refereeSectionType }),
		rows: [{ id: `${id}-row`, cols: [col("phone", "phone"), col("photo", "camera")] }],
	});
	const layout = { sections: [own("report", "academic"), own("contact"), own("opinion", "employer")] };
	const sections = read(layout, { phone: "08031234567" }, { attachments: [file("photo")] });
	expect(sections.map(({ id, rows }) => [id, rows[0]?.fields.map(({ kind }) => kind)])).toEqual([
		["report", ["empty", "empty"]],
		["contact", ["phone", "files"]],
		["opinion", ["empty", "empty"]],
	]);
});

test("names the referee of a referee's section", () => {
	const layout = layoutOf(col("opinion", "textarea"));
	const section = { ...layout.sections[0], refereeSectionType: "academic" } as FormLayout["sections"][number];
	expect(read({ sections: [section] }, {})[0]).toMatchObject({ refereeSectionType: "academic", isExtra: false });
});
