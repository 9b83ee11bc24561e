import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkAnswers, percentComplete } from "./form-rules";
import { type FormCol, type FormData, fieldTypes } from "./form-schema";
import { layOut } from "./form-slots";
import { places } from "./places.server";

const col = (type: string, props: Partial<FormCol["props"]> = {}, fieldId = "a"): FormCol => ({
	fieldId,
	type,
	props: { label: `the ${fieldId}`, ...props },
});

const sectionsOf = (...cols: FormCol[]) =>
	layOut(
		{
			layout: { sections: [{ id: "s", title: "S", rows: [{ id: "r", cols }] }] },
			data: {},
			repeats: { sections: {}, rows: {} },
		},
		"applicant",
	);

const messageFor = (field: FormCol, answer: unknown, files: { fieldId: string }[] = []) =>
	checkAnswers(sectionsOf(field), { data: answer === undefined ? {} : { a: answer }, files }, places).a?.[0];

const options = [
	{ label: "Christianity", value: "c" },
	{ label: "Islam", value: "i" },
];
const necessary = { required: true };
const sitting = {
	firstName: "Ada",
	lastName: "Eze",
	registrationNumber: "1",
	gender: "F",
	subjects: [{ name: "Mathematics", shortName: "MTH", grade: "B3" }],
};

describe("a missing required answer", () => {
	test.each([
		["text", "Enter the a"],
		["textarea", "Enter the a"],
		["single-date", "Enter the a"],
		["email", "Enter the a"],
		["neco-result", "Enter the a"],
		["hologram", "Enter the a"],
		["select", "Choose the a"],
		["radio", "Choose the a"],
		["checkbox", "Choose the a"],
		["file", "Attach the a"],
		["camera", "Attach the a"],
	])("is reported for a %s", (type, message) => {
		for (const answer of [undefined, null, "", "  ", [], {}, { from: "", to: null }])
			expect([answer, messageFor(col(type, necessary), answer)]).toEqual([answer, message]);
		expect(messageFor(col(type), undefined)).toBeUndefined();
	});

	test("is reported for a required checkbox without a tick, but not for an optional one", () => {
		expect(messageFor(col("checkbox", necessary), false)).toBe("Choose the a");
		expect(messageFor(col("checkbox", necessary), "on")).toBeUndefined();
		expect(messageFor(col("checkbox"), false)).toBeUndefined();
	});

	test("is not reported for an attached file, nor for a field with an alternate label", () => {
		expect(messageFor(col("file", necessary), undefined, [{ fieldId: "a" }])).toBeUndefined();
		expect(messageFor(col("text", { ...necessary, alternateLabel: "NIN" }), "")).toBe("Enter NIN");
	});
});

const lagos = { source: "nigeria-states-lga" };
const country = { source: "countries" };

test.each<[string, FormCol, unknown]>([
	["a text", col("text"), "Okafor"],
	["a number where a text is asked for", col("text"), 7],
	["an email", col("email"), "ada.eze+jamb@mail.example"],
	["a phone number", col("phone"), "+234 (0) 803-123-4567"],
	["a number", col("number"), "-12.5"],
	["a number as a number", col("number"), 0],
	["a leap day", col("single-date"), "2024-02-29"],
	[
		"a formatted text within its limit, without its markup",
		col("wysiwyg", { maxLength: 9 }),
		"<p><strong>Ada</strong> &amp; <em>Obi</em></p>",
	],
	["a day with a time", col("single-date"), "2024-02-29T10:00:00.000Z"],
	["a range", col("date"), { from: "2019-09-01", to: "2019-09-01" }],
	["a range that is open", col("date"), { from: "2019-09-01", to: "" }],
	["an option", col("radio", { options }), "i"],
	["several options", col("checkbox", { options }), ["c", "i"]],
	["a choice without options", col("select"), "whatever"],
	["a source nobody knows", col("select", { source: "planets" }), "Mars"],
	["a state and its area", col("select", lagos), { state: "Lagos", lga: "Eti Osa" }],
	["a country's code", col("select", country), "NG"],
	["a country's name", col("select", country), "Nigeria"],
	["a result", col("neco-result"), sitting],
	["two results", col("neco-result"), [sitting, sitting]],
	["the name of a file, where none is required", col("file"), "waec.pdf"],
	["whatever an unknown field holds", col("hologram"), { x: [1, { y: null }] }],
	["a field type named like a built-in", col("constructor"), "x"],
])("%s is valid", (_name, field, answer) => {
	expect(messageFor(field, answer)).toBeUndefined();
});

test.each<[string, FormCol, unknown, RegExp]>([
	["a text that is too long", col("text"), "x".repeat(501), /at most 500 characters/],
	["a long text that is too long", col("textarea"), "x".repeat(20_001), /at most 20,000 characters/],
	[
		"a formatted text beyond its limit",
		col("wysiwyg", { maxLength: 8 }),
		"<p>Ada &amp; Obi</p>",
		/at most 8 characters/,
	],
	["a formatted text that is too long", col("wysiwyg"), `<p>${"x".repeat(20_000)}</p>`, /at most 20,000 characters/],
	["an object for a formatted text", col("wysiwyg", { maxLength: 8 }), { a: 1 }, /must be text/],
	["an object for a text", col("text"), { a: 1 }, /must be text/],
	["an email without a domain", col("email"), "ada@mail", /right format, like/],
	["two emails", col("email"), "a@b.example,c@d.example", /right format/],
	["a phone number of letters", col("phone"), "0803 CALL ME", /right format/],
	["a phone number that is too short", col("phone"), "12345", /right format/],
	["a word for a number", col("number"), "twelve", /must be a number/],
	["an object for a number", col("number"), { toString: 0 }, /must be a number/],
	["an object for a choice", col("radio", { options }), { toString: 0 }, /from the options/],
	["no number", col("number"), Number.NaN, /must be a number/],
	["a number without an end", col("number"), "9".repeat(400), /must be a number/],
	["a day that no month has", col("single-date"), "2023-02-29", /must be a real date/],
	["a date in another order", col("single-date"), "29/02/2024", /must be a real date/],
	["a number for a date", col("date"), 20240229, /must be a real date/],
	["a range that ends before it begins", col("date"), { from: "2020-01-02", to: "2020-01-01" }, /on or after/],
	["a range with half a date", col("date"), { from: "2020-01", to: "" }, /real dates/],
	["an option that is not offered", col("radio", { options }), "x", /from the options/],
	["one of several that is not", col("checkbox", { options }), ["c", "x"], /from the options/],
	["an option that is an object", col("select"), { a: "c" }, /from the options/],
	["a word for a tick", col("checkbox"), "maybe", /from the options/],
	["an area of another state", col("select", lagos), { state: "Lagos", lga: "Kano Municipal" }, /from the list/],
	["a state alone", col("select", lagos), { state: "Lagos", lga: "" }, /from the list/],
	["a country that is not", col("select", country), "Wakanda", /from the options/],
	[
		"a grade that is not",
		col("neco-result"),
		{ ...sitting, subjects: [{ name: "M", shortName: "M", grade: "A9" }] },
		/A1 to F9/,
	],
	[
		"too many subjects",
		col("neco-result"),
		{ ...sitting, subjects: Array(21).fill(sitting.subjects[0]) },
		/20 subjects/,
	],
	["a name in a result that is too long", col("neco-result"), { ...sitting, lastName: "x".repeat(501) }, /too long/],
	["a text for a result", col("neco-result"), "A1", /is not a result/],
	["an object for a file", col("file"), { a: 1 }, /as a file/],
])("%s is invalid", (_name, field, answer, message) => {
	expect(messageFor(field, answer)).toMatch(message);
});

test("does not look up places without the lists", () => {
	const check = (field: FormCol, a: unknown) => checkAnswers(sectionsOf(field), { data: { a }, files: [] });
	expect(check(col("select", lagos), { state: "Utopia", lga: "Nowhere" })).toEqual({});
	expect(check(col("select", country), "Wakanda")).toEqual({});
});

test("every type accepts any value without an exception, and an unknown type without an error", () => {
	fc.assert(
		fc.property(fc.constantFrom(...fieldTypes, "hologram"), fc.jsonValue(), fc.boolean(), (type, answer, required) => {
			for (const props of [{}, { options }, lagos, country]) {
				const message = messageFor(col(type, { ...props, required }), answer);
				if (message !== undefined) expect(message).toMatch(/the a/);
				if (type === "hologram" && !required) expect(message).toBeUndefined();
			}
		}),
	);
});

test("checks fields with hostile names like others", () => {
	const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
	const sections = sectionsOf(...names.map((name) => col("text", necessary, name)));
	expect(Object.keys(checkAnswers(sections, { data: {}, files: [] })).sort()).toEqual([...names].sort());
	const data = JSON.parse('{"__proto__":"x","constructor":"x","toString":"x","hasOwnProperty":"x"}') as FormData;
	expect(checkAnswers(sections, { data, files: [] })).toEqual({});
});

describe("the percentage", () => {
	const required = ["a", "b", "c"].map((fieldId) => col("text", necessary, fieldId));
	test.each<[FormData, number]>([
		[{}, 0],
		[{ a: "x" }, 33],
		[{ a: "x", b: "y" }, 66],
		[{ a: "x", b: "y", c: "z" }, 100],
		[{ a: "x", b: "y", c: " " }, 66],
	])("%j is %i percent of three", (data, percent) => {
		expect(percentComplete(sectionsOf(...required), { data, files: [] })).toBe(percent);
	});

	test("is below 100 with one missing answer of two hundred", () => {
		const fields = Array.from({ length: 200 }, (_, index) => col("text", necessary, `f${index}`));
		const all = Object.fromEntries(fields.map(({ fieldId }) => [fieldId, "x"]));
		expect(percentComplete(sectionsOf(...fields), { data: all, files: [] })).toBe(100);
		expect(percentComplete(sectionsOf(...fields), { data: { ...all, f7: "" }, files: [] })).toBe(99);
	});

	test("counts a file, not the name of one that is gone", () => {
		const sections = sectionsOf(col("file", necessary));
		expect(percentComplete(sections, { data: { a: "slip.pdf" }, files: [] })).toBe(0);
		expect(percentComplete(sections, { data: {}, files: [{ fieldId: "a" }] })).toBe(100);
		expect(checkAnswers(sections, { data: { a: "slip.pdf" }, files: [] })).toEqual({ a: ["Attach the a"] });
	});

	test("is 100 for any answer when nothing is required", () => {
		const sections = sectionsOf(col("text"), col("file", {}, "b"));
		expect(percentComplete(sections, { data: {}, files: [] })).toBe(0);
		expect(percentComplete(sections, { data: { a: "x" }, files: [] })).toBe(100);
		expect(percentComplete(sections, { data: {}, files: [{ fieldId: "b" }] })).toBe(100);
	});

	test("is 100 exactly when nothing required is missing", () => {
		const fields = fieldTypes.map((type) => col(type, necessary, type));
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...fieldTypes), fc.jsonValue()), (data) => {
				const found = Object.values(checkAnswers(sectionsOf(...fields), { data, files: [] })).flat();
				const isMissing = found.some((message) => /^(Enter|Choose|Attach) the \S+$/.test(message));
				expect(percentComplete(sectionsOf(...fields), { data, files: [] }) === 100).toBe(!isMissing);
			}),
		);
	});
});
