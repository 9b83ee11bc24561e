import fc from "fast-check";
import { expect, test } from "vitest";
import { answerOf, entriesOf, isSameAnswer } from "#app/ui/form-fields/entries";
import { partName, shownField } from "#app/ui/form-fields/field-names";
import { answerIn, readEntries, readRepeats } from "#app/ui/form-fields/read-entries";
import {
	type FormData as Answers,
	type FieldProps,
	type FormCol,
	fieldTypes,
} from "#worker/contract/forms/form-schema";
import { layOut, type SlotSection, slotsOf } from "#worker/contract/forms/form-slots";

const col = (type: string, fieldId: string, props: Partial<FieldProps> = {}): FormCol => ({
	fieldId,
	type,
	props: { label: fieldId, ...props },
});

const sectionsOf = (...cols: FormCol[]): SlotSection[] =>
	layOut(
		{
			layout: { sections: [{ id: "about", title: "About", rows: [{ id: "row", cols }] }] },
			data: {},
			repeats: { sections: {}, rows: {} },
		},
		"applicant",
	);

/** A page as a browser sends it: every field named, then what its inputs hold. */
const post = (sections: readonly SlotSection[], inputs: readonly (readonly [string, string | File])[]): FormData => {
	const form = new FormData();
	for (const { fieldId } of slotsOf(sections)) form.append(shownField, fieldId);
	for (const [name, value] of inputs) form.append(name, value);
	return form;
};

/** Returns those of the answers read that differ from before. */
const changedAnswers = (sections: readonly SlotSection[], answers: Answers, before: Answers): Answers =>
	Object.fromEntries(
		slotsOf(sections).flatMap(({ fieldId, col: field }): [string, unknown][] =>
			Object.hasOwn(answers, fieldId) && !isSameAnswer(field, answers[fieldId], answerIn(before, fieldId))
				? [[fieldId, answers[fieldId]]]
				: [],
		),
	);

const options = [
	{ value: "a", label: "A" },
	{ value: "b", label: "B" },
];

test("reads each type of field", () => {
	const sections = sectionsOf(
		col("text", "name"),
		col("textarea", "address"),
		col("number", "score"),
		col("select", "sponsor", { options }),
		col("checkbox", "declared"),
		col("checkbox", "clubs", { options }),
		col("date", "period"),
		col("single-date", "born"),
		col("select", "origin", { source: "nigeria-states-lga" }),
		col("select", "nationality", { source: "countries" }),
		col("hologram", "aura"),
	);
	const form = post(sections, [
		["name", "  Ọlá "],
		["address", "1 Ring Road\r\nIbadan\r\n"],
		["score", "251"],
		["sponsor", "a"],
		["declared", "true"],
		["clubs", "b"],
		["clubs", "a"],
		["period.from", "2020-01-02"],
		["period.to", ""],
		["born", "2007-03-02"],
		["origin.state", "Oyo"],
		["origin.lga", "Afijio"],
		["nationality", "Nigeria"],
		["aura", "blue"],
		["unknown", "is no field"],
	]);
	expect(readEntries(sections, form).answers).toEqual({
		name: "Ọlá",
		address: "1 Ring Road\nIbadan",
		score: 251,
		sponsor: "a",
		declared: true,
		clubs: ["b", "a"],
		period: { from: "2020-01-02", to: "" },
		born: "2007-03-02",
		origin: { state: "Oyo", lga: "Afijio" },
		nationality: "Nigeria",
		aura: "blue",
	});
});

test("reads an empty field as empty, and a missing one as not answered", () => {
	const shown = [
		col("text", "name"),
		col("checkbox", "declared"),
		col("checkbox", "clubs", { options }),
		col("date", "period"),
		col("select", "origin", { source: "nigeria-states-lga" }),
		col("neco-result", "results"),
	];
	const sections = sectionsOf(...shown, col("text", "elsewhere"));
	const { answers } = readEntries(sections, post(sectionsOf(...shown), [["elsewhere", "x"]]));
	expect(answers).toEqual({ name: "", declared: false, clubs: "", period: "", origin: "", results: "" });
});

test("reads a yes or a no, and neither where nothing was chosen", () => {
	const sections = sectionsOf(
		col("checkbox", "advised", { trueDisplay: "Recommended", falseDisplay: "Not recommended" }),
	);
	const read = (...sent: [string, string][]) => readEntries(sections, post(sections, sent)).answers.advised;
	expect([read(["advised", "true"]), read(["advised", "false"]), read(), read(["advised", "constructor"])]).toEqual([
		true,
		false,
		"",
		"",
	]);
});

test("reads a number as a number, and keeps any other text as it was typed", () => {
	const sections = sectionsOf(col("number", "n"));
	const read = (typed: string) => readEntries(sections, post(sections, [["n", typed]])).answers.n;
	expect(["0", "-7", "2.5"].map(read)).toEqual([0, -7, 2.5]);
	const odd = ["007", "1e3", "ten", "NaN", "Infinity", "1,000", "0x10"];
	expect(odd.map(read)).toEqual(odd);
});

test("reads fields with hostile names, and names that every object has, like any other", () => {
	const names = ["__proto__", "constructor", "toString", "csrf", "a.b", "a", "", "~field"];
	const sections = sectionsOf(...names.map((name) => col("text", name)));
	const form = post(
		sections,
		names.map((name) => [name, `answer of ${name}`]),
	);
	const { answers } = readEntries(sections, form);
	expect(Object.getPrototypeOf(answers)).toBe(Object.prototype);
	for (const name of ["__proto__", "constructor", "toString", "csrf", "a.b", "a"])
		expect(Object.getOwnPropertyDescriptor(answers, name)?.value).toBe(`answer of ${name}`);
	expect(changedAnswers(sections, answers, answers)).toEqual({});
});

test("reads chosen and removed files separately, and ignores an empty input", () => {
	const sections = sectionsOf(col("file", "slip"), col("camera", "passport"), col("file", "letter"));
	const slip = new File(["%PDF"], "slip.pdf");
	const form = post(sections, [
		["slip", slip],
		["passport", new File([], "")],
		["letter", "not a file"],
		["passport.remove", "file-1"],
		["other.remove", "file-2"],
	]);
	const { answers, files, removedFiles } = readEntries(sections, form);
	expect(answers).toEqual({});
	expect([...files.keys()]).toEqual(["slip"]);
	expect(removedFiles).toEqual(["file-1"]);
});

const sitting = {
	firstName: "ADA",
	lastName: "OKAFOR",
	registrationNumber: "1234567890AB",
	gender: "F",
	examination: "SSCE Internal 2024",
	subjects: [
		{ name: "Mathematics", shortName: "MTH", grade: "B3" },
		{ name: "Physics", shortName: "PHY", grade: "C4" },
	],
};

test("reads all files chosen for a field", () => {
	const sections = sectionsOf(col("file", "slip"));
	const [one, two] = [new File(["%PDF"], "one.pdf"), new File(["%PDF"], "two.pdf")];
	const { files } = readEntries(
		sections,
		post(sections, [
			["slip", one],
			["slip", two],
		]),
	);
	expect(files.get("slip")?.map(({ name }) => name)).toEqual(["one.pdf", "two.pdf"]);
});

test("keeps the hidden parts of a result, and changes, adds and removes subjects", () => {
	const sections = sectionsOf(col("neco-result", "results"));
	const form = post(sections, [
		["results.subject.0", "Mathematics"],
		["results.grade.0", "A1"],
		["results.subject.0", " "],
		["results.grade.0", "C4"],
		["results.subject.0", "Geography"],
		["results.grade.0", "F9"],
	]);
	expect(readEntries(sections, form, { results: sitting }).answers.results).toEqual({
		...sitting,
		subjects: [
			{ name: "Mathematics", shortName: "MTH", grade: "A1" },
			{ name: "Geography", shortName: "GEO", grade: "F9" },
		],
	});
});

/** The inputs of an answer as they are drawn, some of them written over. */
const inputsOf = (field: FormCol, answer: unknown, typed: Record<string, string[]> = {}) =>
	[...new Map([...entriesOf(field, answer), ...Object.entries(typed)])].flatMap(([part, texts]) =>
		texts.map((text) => [partName(field.fieldId, part), text] as const),
	);

const results = col("neco-result", "results");
const readResultsOf = (answer: unknown, typed: Record<string, string[]>): unknown => {
	const sections = sectionsOf(results);
	return readEntries(sections, post(sections, inputsOf(results, answer, typed)), { results: answer }).answers.results;
};

test("corrects the details beside a result's grades, and keeps those without inputs", () => {
	const before = { ...sitting, passportUrl: "https://neco.example/ada.jpg" };
	const typed = { "firstName.0": [" ADAEZE "], "middleName.0": ["NGOZI"], "examination.0": [""], "gender.0": ["M"] };
	const { examination: _examination, ...rest } = before;
	expect(readResultsOf(before, typed)).toEqual({ ...rest, firstName: "ADAEZE", middleName: "NGOZI", gender: "M" });
});

const emptied = (index: number) =>
	Object.fromEntries(
		[...entriesOf(results, [sitting, sitting]).keys()]
			.filter((part) => part.endsWith(`.${index}`))
			.map((part) => [part, [""]]),
	);

test("reads an emptied result as no answer", () => {
	expect(readResultsOf(sitting, emptied(0))).toBe("");
	expect(isSameAnswer(results, "", sitting)).toBe(false);
});

test("adds a further sitting after the others, and removes an emptied one", () => {
	const added = { "firstName.1": ["ADA"], "subject.1": ["Physics"], "grade.1": ["A1"] };
	const second = {
		firstName: "ADA",
		lastName: "",
		registrationNumber: "",
		gender: "",
		subjects: [{ name: "Physics", shortName: "PHY", grade: "A1" }],
	};
	expect(readResultsOf(sitting, added)).toEqual([sitting, second]);
	expect(readResultsOf([sitting, second], emptied(0))).toEqual(second);
	expect(readResultsOf([sitting, second], { "firstName.2": ["Eve"] })).toHaveLength(3);
	const full = Array.from({ length: 10 }, () => sitting);
	expect(readResultsOf(full, { "firstName.10": ["Eve"] })).toEqual(full);
});

test("replaces an invalid value with a result", () => {
	expect(readResultsOf("lost", { "firstName.0": ["Ada"] })).toMatchObject({ firstName: "Ada", subjects: [] });
	expect(isSameAnswer(results, readResultsOf("lost", {}), "lost")).toBe(true);
});

test("reads a first result with its owner, and at most forty subjects", () => {
	const sections = sectionsOf(col("neco-result", "results"));
	const rows = Array.from({ length: 10_000 }, (_, index) => [`results.subject.0`, `Subject ${index}`] as const);
	const read = readEntries(
		sections,
		post(sections, [["results.firstName.0", "Ada"], ["results.gender.0", "F"], ...rows]),
	);
	expect(read.answers.results).toMatchObject({ firstName: "Ada", gender: "F", lastName: "" });
	expect((read.answers.results as typeof sitting).subjects).toHaveLength(40);
});

test("keeps the lines of rich text typed without the editor, and runs nothing", () => {
	const sections = sectionsOf(col("wysiwyg", "statement"));
	const read = (typed: string) => readEntries(sections, post(sections, [["statement", typed]])).answers.statement;
	expect(read("One & two\r\nthree")).toBe("<p>One &amp; two</p><p>three</p>");
	expect(read("<p>One</p>")).toBe("<p>One</p>");
});

test("reads counts only for the sections and rows of the page", () => {
	const sections = layOut(
		{
			layout: {
				sections: [
					{
						id: "schools",
						title: "Schools",
						repeatable: true,
						rows: [{ id: "prizes", repeatable: true, cols: [col("text", "prize")] }],
					},
				],
			},
			data: {},
			repeats: { sections: { schools: 2 }, rows: {} },
		},
		"applicant",
	);
	const form = new FormData();
	form.set("~sections.schools", "10000");
	form.set("~rows.prizes__2", "3");
	form.set("~rows.prizes", "many");
	form.set("~rows.elsewhere", "4");
	expect(readRepeats(sections, form)).toEqual({ sections: { schools: 10_000 }, rows: { prizes__2: 3 } });
});

test("changes only values that differ from before", () => {
	const sections = sectionsOf(
		col("number", "score"),
		col("checkbox", "declared"),
		col("textarea", "address"),
		col("select", "nationality", { source: "countries" }),
		col("single-date", "born"),
		col("text", "name"),
	);
	const before = { score: "251", address: "a\nb", nationality: "NG", born: "2007-03-02T00:00:00Z", name: "Ada" };
	const answers = {
		score: 251,
		declared: false,
		address: "a\nb",
		nationality: "Nigeria",
		born: "2007-03-02",
		name: "Ade",
	};
	expect(changedAnswers(sections, answers, before)).toEqual({ name: "Ade" });
	expect(changedAnswers(sections, { score: 0 }, {})).toEqual({ score: 0 });
});

const anyAnswer = fc.oneof(
	fc.string(),
	fc.boolean(),
	fc.integer(),
	fc.constant(null),
	fc.record({ from: fc.string(), to: fc.string() }),
	fc.record({ state: fc.string(), lga: fc.string() }),
	fc.array(fc.string(), { maxLength: 4 }),
	fc.constant(sitting),
	fc.constant([sitting, sitting]),
);
const anyCol = fc
	.tuple(
		fc.constantFrom(...fieldTypes, "hologram"),
		fc.constantFrom<Partial<FieldProps>>({}, { options }, { source: "countries" }, { source: "nigeria-states-lga" }),
	)
	.map(([type, props]) => col(type, "field", props));

test("changes nothing when a page is sent as it was shown, whatever the answer", () => {
	fc.assert(
		fc.property(anyCol, anyAnswer, (field, answer) => {
			const sections = sectionsOf(field);
			const inputs = [...entriesOf(field, answer)].flatMap(([part, texts]) =>
				texts.map((text) => [partName("field", part), text.replaceAll("\n", "\r\n")] as const),
			);
			const { answers } = readEntries(sections, post(sections, inputs), { field: answer });
			expect(changedAnswers(sections, answers, { field: answer })).toEqual({});
		}),
	);
});

test("treats an answer as equal to itself, also after reading it again", () => {
	fc.assert(
		fc.property(anyCol, anyAnswer, (field, answer) => {
			expect(isSameAnswer(field, answer, answer)).toBe(true);
			const read = answerOf(field, entriesOf(field, answer), answer);
			expect(answerOf(field, entriesOf(field, read), read)).toEqual(read);
		}),
	);
});
