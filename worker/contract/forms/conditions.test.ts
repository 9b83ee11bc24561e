import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { conditionProblems, possibleDeciders } from "#worker/contract/forms/check-conditions";
import { problemsOf } from "#worker/contract/forms/check-layout";
import { conditionText } from "#worker/contract/forms/condition-text";
import { decidersIn } from "#worker/contract/forms/conditions";
import {
	addField,
	addSection,
	changeField,
	changeSection,
	moveField,
	moveSection,
	removeField,
	removeSection,
	setCondition,
} from "#worker/contract/forms/edit-layout";
import { readForm } from "#worker/contract/forms/form-reading";
import { checkAnswers, percentComplete } from "#worker/contract/forms/form-rules";
import {
	comparisons,
	type FieldProps,
	type FormCol,
	type FormData,
	type FormLayout,
	type FormSection,
	type ShowWhen,
} from "#worker/contract/forms/form-schema";
import { layOut, layOutAll, slotsOf } from "#worker/contract/forms/form-slots";
import { hiddenAnswers } from "#worker/contract/forms/hidden-answers";
import { LayoutToSave } from "#worker/contract/forms/layout-to-save";
import { conditionsOfPage, hiddenBy } from "#worker/contract/forms/page-conditions";

const noRepeats = { sections: {}, rows: {} };

const field = (
	fieldId: string,
	type: string,
	{ showWhen, ...props }: Partial<FieldProps> & { showWhen?: ShowWhen } = {},
): FormCol => ({ fieldId, type, props: { label: fieldId, ...props }, ...(showWhen && { showWhen }) });

const sectionOf = (id: string, cols: FormCol[], about: Partial<FormSection> = {}): FormSection => ({
	id,
	title: id,
	...about,
	rows: cols.map((col) => ({ id: `${id}-${col.fieldId}`, cols: [col] })),
});

const options = ["Yes", "No"].map((value) => ({ value, label: value }));

/** Returns the ids of what is asked for. */
const asked = (layout: FormLayout, data: FormData, attachments: { fieldId: string }[] = []) =>
	slotsOf(layOut({ layout, data, repeats: noRepeats, attachments }, "applicant")).map(({ fieldId }) => fieldId);

const decidedBy = (decider: FormCol, showWhen: Omit<ShowWhen, "fieldId">): FormLayout => ({
	sections: [
		sectionOf("one", [decider, field("more", "text", { showWhen: { fieldId: decider.fieldId, ...showWhen } })]),
	],
});

test.each<[string, FormCol, Omit<ShowWhen, "fieldId">, unknown[], unknown[]]>([
	[
		"an option",
		field("a", "select", { options }),
		{ is: "one-of", values: ["Yes"] },
		["Yes"],
		["No", "yes", "", undefined],
	],
	["none of the options", field("a", "radio", { options }), { is: "not-one-of", values: ["Yes"] }, ["No"], ["Yes", ""]],
	[
		"several options",
		field("a", "checkbox", { options }),
		{ is: "one-of", values: ["Yes"] },
		[["No", "Yes"]],
		[["No"], []],
	],
	["a box", field("a", "checkbox"), { is: "one-of", values: ["true"] }, [true, "true"], [false, undefined, ""]],
	["a box that is not ticked", field("a", "checkbox"), { is: "one-of", values: ["false"] }, [false, undefined], [true]],
	[
		"one of two words",
		field("a", "checkbox", { trueDisplay: "Agree", falseDisplay: "Disagree" }),
		{ is: "one-of", values: ["false"] },
		[false, "false"],
		[true, undefined],
	],
	["a text", field("a", "text"), { is: "one-of", values: ["Lagos "] }, ["lagos", " Lagos"], ["Lag", ""]],
	["a number", field("a", "number"), { is: "one-of", values: ["7"] }, [7, "7", "7.0"], [70, "seven"]],
	[
		"a least number",
		field("a", "number"),
		{ is: "at-least", number: 5 },
		[5, "6", 5.5],
		[4, "", "many", undefined, "-6"],
	],
	["a greatest number", field("a", "number"), { is: "at-most", number: -1 }, [-1, "-2"], [0, "", null]],
	[
		"a state",
		field("a", "select", { source: "nigeria-states-lga" }),
		{ is: "one-of", values: ["Kano"] },
		[{ state: "Kano", lga: "Gaya" }],
		[{ state: "Kogi", lga: "" }, "", {}],
	],
	[
		"a country",
		field("a", "select", { source: "countries" }),
		{ is: "not-one-of", values: ["Nigeria"] },
		["Ghana", "GH"],
		["NG", "Nigeria", ""],
	],
	[
		"any answer",
		field("a", "date"),
		{ is: "answered" },
		[{ from: "2020-01-01", to: "" }],
		[{ from: "", to: "" }, "", null],
	],
	["no answer", field("a", "textarea"), { is: "empty" }, ["", " ", undefined], ["x"]],
	["the name of a file", field("a", "file"), { is: "answered" }, [], ["a.pdf"]],
])("%s decides", (_, decider, showWhen, met, unmet) => {
	const layout = decidedBy(decider, showWhen);
	for (const a of met) expect([a, asked(layout, { a })]).toEqual([a, ["a", "more"]]);
	for (const a of unmet) expect([a, asked(layout, { a })]).toEqual([a, ["a"]]);
});

test("a file decides", () => {
	const layout = decidedBy(field("a", "file"), { is: "answered" });
	expect(asked(layout, {}, [{ fieldId: "a" }])).toEqual(["a", "more"]);
	expect(asked(layout, {})).toEqual(["a"]);
});

const chained: FormLayout = {
	sections: [
		sectionOf("one", [
			field("works", "radio", { options, required: true }),
			field("employer", "text", { required: true, showWhen: { fieldId: "works", is: "one-of", values: ["Yes"] } }),
		]),
		sectionOf("job", [field("title", "text", { required: true })], {
			showWhen: { fieldId: "employer", is: "answered" },
		}),
		sectionOf("none", [field("reason", "text", { showWhen: { fieldId: "title", is: "empty" } })]),
	],
};

test("what is not asked for is no answer to what waits for it, and is neither read, nor checked, nor counted", () => {
	const data = { works: "No", employer: "Dangote", title: "Clerk" };
	expect(asked(chained, data)).toEqual(["works", "reason"]);
	const form = { layout: chained, data, repeats: noRepeats, attachments: [] };
	const read = readForm(form);
	expect(
		read.map(({ id }) => id),
		"a hidden answer is no other answer",
	).toEqual(["one", "none"]);
	expect(JSON.stringify(read)).not.toContain("Dangote");
	const sections = layOut(form, "applicant");
	expect(checkAnswers(sections, { data, files: [] })).toEqual({});
	expect(percentComplete(sections, { data, files: [] })).toBe(100);
	expect(checkAnswers(layOutAll(form, "applicant"), { data, files: [] }), "nor of all that can be asked").toEqual({});

	const working = { works: "Yes" };
	const now = layOut({ ...form, data: working }, "applicant");
	expect(checkAnswers(now, { data: working, files: [] })).toEqual({ employer: ["Enter employer"] });
	expect(percentComplete(now, { data: working, files: [] })).toBe(50);
	expect(asked(chained, { ...data, works: "Yes" })).toEqual(["works", "employer", "title"]);
});

test("what a referee is asked hides no answer of the applicant to a question of the same id, and shows none", () => {
	const phone = (showWhen?: ShowWhen) => field("phone", "phone", showWhen && { showWhen });
	const report = (showWhen?: ShowWhen) =>
		sectionOf("report", [field("knows", "radio", { options }), phone(showWhen)], { refereeSectionType: "academic" });
	const formOf = (sections: FormSection[], data: FormData) => ({
		layout: { sections },
		data,
		repeats: noRepeats,
		attachments: [],
	});
	const ofReferee = report({ fieldId: "knows", is: "one-of", values: ["Yes"] });
	const shown = formOf([ofReferee, sectionOf("contact", [phone()])], { phone: "08031234567" });
	expect(hiddenAnswers(shown)).toBeNull();
	const works = field("works", "radio", { options });
	const own = sectionOf("contact", [works, phone({ fieldId: "works", is: "one-of", values: ["Yes"] })]);
	const hidden = formOf([report(), own], { works: "No", phone: "08031234567" });
	expect(hiddenAnswers(hidden)).toEqual(["phone"]);
	expect(JSON.stringify(readForm(hidden))).not.toContain("08031234567");
});

test("in a repeated part, the answer of the same repeat decides", () => {
	const showWhen: ShowWhen = { fieldId: "left", is: "one-of", values: ["No"] };
	const layout: FormLayout = {
		sections: [
			{
				id: "schools",
				title: "Schools",
				repeatable: true,
				rows: [
					{ id: "a", cols: [field("left", "radio", { options }), field("till", "text", { showWhen })] },
					{
						id: "b",
						repeatable: true,
						cols: [field("prize", "text"), field("year", "number", { showWhen: { fieldId: "prize", is: "answered" } })],
					},
				],
			},
		],
	};
	expect(problemsOf({ sections: layout.sections })).toEqual([]);
	expect(
		asked(layout, { left: "Yes", left__2: "No", prize: "Best", prize__1__2: "", year__1__2: 3, prize__2: "Second" }),
	).toEqual(["left", "prize", "year", "prize__1__2", "left__2", "till__2", "prize__2", "year__2"]);
});

const messages = (layout: FormLayout) => conditionProblems(layout).map(({ message }) => message);
const when = (
	fieldId: string,
	is: ShowWhen["is"] = "answered",
	more: Partial<ShowWhen> = {},
): { showWhen: ShowWhen } => ({
	showWhen: { fieldId, is, ...more },
});

test("a condition that cannot be met is said at its place, and its part is asked for as if it had none", () => {
	const one = (cols: FormCol[], about = {}) => ({ sections: [sectionOf("one", cols, about)] });
	const self = one([field("a", "text", when("a"))]);
	expect(messages(self)).toEqual([
		"The condition of “a” refers to itself. Choose another field, or remove the condition.",
	]);
	expect(asked(self, {})).toEqual(["a"]);
	const circle = one([field("a", "text", when("b")), field("b", "text", when("a")), field("c", "text", when("a"))]);
	expect(messages(circle)).toEqual([
		expect.stringMatching(/^The conditions of “a” and “b” wait for each other/),
		expect.stringMatching(/^The conditions of “b” and “a” wait for each other/),
	]);
	expect(asked(circle, {})).toEqual(["a", "b"]);
	const own = one([field("a", "text")], when("a"));
	expect(messages(own)).toEqual([
		expect.stringMatching(/^The condition of the section “one” is about “a”, which is in the section itself/),
	]);
	expect(asked(own, {})).toEqual(["a"]);
	const gone = one([field("a", "text", when("b"))]);
	expect(messages(gone)).toEqual([expect.stringMatching(/is about the field “b”, which is not there/)]);
	expect(asked(gone, {})).toEqual(["a"]);
	const theirs = { sections: [...gone.sections, sectionOf("two", [field("b", "text")], { refereeSectionType: "x" })] };
	expect(messages(theirs)).toEqual([expect.stringMatching(/“b”, which somebody else answers/)]);
	expect(problemsOf(theirs)[0]).toMatchObject({ sectionId: "one", fieldId: "a", isOfCondition: true });

	const wrong = (decider: FormCol, ...condition: [ShowWhen["is"], Partial<ShowWhen>?]) =>
		messages(one([decider, field("z", "text", when(decider.fieldId, ...condition))]))[0]?.replace(
			/^.*cannot be met: /,
			"",
		);
	expect(wrong(field("a", "select", { options }), "one-of", { values: ["Yes", "Maybe"] })).toBe(
		"“Maybe” is not among the options of “a”.",
	);
	expect(wrong(field("a", "checkbox"), "one-of", { values: ["Yes"] })).toBe("“Yes” is not among the options of “a”.");
	expect(wrong(field("a", "number", { max: 4 }), "at-least", { number: 5 })).toBe("“a” is 4 at most.");
	expect(wrong(field("a", "number", { min: 6 }), "at-most", { number: 5 })).toBe("“a” is 6 at least.");
	expect(wrong(field("a", "number", { max: 4 }), "one-of", { values: ["5"] })).toBe(
		"“5” is outside the limits of “a”.",
	);
	expect(wrong(field("a", "number"), "one-of", { values: ["five"] })).toBe("“five” is not a number.");
	expect(wrong(field("a", "text", { maxLength: 3 }), "one-of", { values: ["long"] })).toBe(
		"“long” is longer than “a” can be.",
	);
	expect(wrong(field("a", "date"), "at-least", { number: 5 })).toBe("“a” is no field that can be compared like this.");
	const repeated = one([field("a", "text")], { repeatable: true });
	const outside = { sections: [...repeated.sections, sectionOf("two", [field("z", "text", when("a"))])] };
	expect(messages(outside)).toEqual([expect.stringMatching(/can be answered several times/)]);
});

describe("conditions that contradict each other", () => {
	const abc = ["A", "B", "C"].map((value) => ({ value, label: value }));
	const select = field("x", "select", { options: abc });
	const oneOf = (...values: string[]) => when("x", "one-of", { values });
	const noneOf = (...values: string[]) => when("x", "not-one-of", { values });
	/** A field within a section; both have a condition about a field of another section. */
	const within = (decider: FormCol, outer: { showWhen: ShowWhen }, inner: { showWhen: ShowWhen }) => ({
		sections: [
			sectionOf("first", [decider]),
			sectionOf("second", [field("y", "text"), field("z", "text", inner)], outer),
		],
	});

	test.each<[string, FormCol, { showWhen: ShowWhen }, { showWhen: ShowWhen }, boolean]>([
		["two options", select, oneOf("A"), oneOf("B"), true],
		["options that overlap", select, oneOf("A", "B"), oneOf("B", "C"), false],
		["an option that is excluded", select, oneOf("A"), noneOf("A"), true],
		["all options excluded by two", select, noneOf("A"), noneOf("B", "C"), true],
		["one option left", select, noneOf("A"), noneOf("B"), false],
		["an answer and none", select, when("x", "empty"), oneOf("A"), true],
		["no answer twice", select, when("x", "empty"), when("x", "empty"), false],
		["answered, and which", select, when("x"), oneOf("A"), false],
		["several options can be chosen", field("x", "checkbox", { options: abc }), oneOf("A"), oneOf("B"), false],
		["one of several is excluded", field("x", "checkbox", { options: abc }), oneOf("A"), noneOf("A"), true],
		["a box", field("x", "checkbox"), oneOf("true"), oneOf("false"), true],
		["texts in other letters", field("x", "text"), oneOf("Lagos"), oneOf("LAGOS "), false],
		["two texts", field("x", "text"), oneOf("Lagos"), oneOf("Kano"), true],
		["any other text", field("x", "text"), noneOf("Lagos"), noneOf("Kano"), false],
		[
			"numbers apart",
			field("x", "number"),
			when("x", "at-least", { number: 5 }),
			when("x", "at-most", { number: 4 }),
			true,
		],
		[
			"the same number",
			field("x", "number"),
			when("x", "at-least", { number: 5 }),
			when("x", "at-most", { number: 5 }),
			false,
		],
		["a number beside the range", field("x", "number"), when("x", "at-least", { number: 5 }), oneOf("4"), true],
		["a number in the range", field("x", "number"), when("x", "at-least", { number: 5 }), oneOf("4", "5.0"), false],
		["a number in another notation", field("x", "number"), oneOf("7"), oneOf("7.0"), false],
	])("%s", (_, decider, outer, inner, isNever) => {
		const layout = within(decider, outer, inner);
		expect(messages(layout)).toEqual(
			isNever ? [expect.stringMatching(/^“z” is never asked for: the condition of “z”, .* and .*“second”.* both/)] : [],
		);
		expect(conditionProblems(layout).map(({ col }) => col?.fieldId)).toEqual(isNever ? ["z"] : []);
	});

	test("are named with both places, through the fields that wait for each other, once", () => {
		const layout = {
			sections: [
				sectionOf("one", [select, field("a", "text", oneOf("A")), field("b", "text", when("a"))]),
				sectionOf("two", [field("c", "text", when("b")), field("d", "text", when("c"))], oneOf("B")),
			],
		};
		expect(messages(layout)).toEqual([
			"“c” is never asked for: the condition of “a”, that “x” is A, and the condition of the section “two”, that “x” is B, cannot both be met. Change one of them.",
		]);
	});

	test("are none where a field must have no answer, which it has when it is not asked for", () => {
		const layout = {
			sections: [
				sectionOf("one", [select, field("a", "text", oneOf("A"))]),
				sectionOf("two", [field("c", "text", oneOf("B"))], when("a", "empty")),
			],
		};
		expect(messages(layout)).toEqual([]);
		expect(asked(layout, { x: "B" })).toEqual(["x", "c"]);
	});

	test("are named by three where no two of them do", () => {
		const layout = {
			sections: [
				sectionOf("one", [select, field("a", "text", oneOf("A", "B"))]),
				sectionOf("two", [field("b", "text", oneOf("B", "C")), field("c", "text", when("b"))], when("a")),
				sectionOf("three", [field("e", "text", oneOf("A", "C"))], when("b")),
			],
		};
		expect(messages(layout)).toEqual([
			expect.stringMatching(/^“e” is never asked for: .*“e”.*A or C, .*B or C, and .*A or B, cannot all be met/),
		]);
	});

	test("are said wherever no answers ask for a part, of every combination of two conditions about a list", () => {
		const conditions = fc.oneof(
			fc
				.tuple(
					fc.constantFrom("one-of" as const, "not-one-of" as const),
					fc.subarray(["A", "B", "C"], { minLength: 1 }),
				)
				.map(([is, values]) => when("x", is, { values })),
			fc.constantFrom(when("x"), when("x", "empty")),
		);
		fc.assert(
			fc.property(conditions, conditions, (outer, inner) => {
				const layout = within(select, outer, inner);
				const isReached = [undefined, "A", "B", "C"].some((x) => asked(layout, { x }).includes("z"));
				expect(messages(layout).length > 0).toBe(!isReached);
			}),
		);
	});
});

test("a condition is strict, and is read as it was saved", () => {
	const saved = (showWhen: unknown) => {
		const layout = { sections: [{ id: "s", title: "S", showWhen, rows: [] }] };
		const read = v.safeParse(LayoutToSave, layout);
		return read.success ? JSON.stringify(read.output) === JSON.stringify(layout) : read.issues[0].message;
	};
	expect(saved({ fieldId: "a", is: "one-of", values: ["x"] })).toBe(true);
	expect(saved({ fieldId: "a", is: "at-least", number: 3 })).toBe(true);
	expect(saved({ fieldId: "a", is: "answered", more: 1 })).toMatch(/more|never/);
	expect(saved({ fieldId: "a", is: "one-of" })).toMatch(/has answers where/);
	expect(saved({ fieldId: "a", is: "one-of", values: [] })).toMatch(/has answers where/);
	expect(saved({ fieldId: "a", is: "empty", values: ["x"] })).toMatch(/has answers where/);
	expect(saved({ fieldId: "a", is: "at-most" })).toMatch(/has a number where/);
	expect(saved({ fieldId: "a", is: "at-most", number: Number.POSITIVE_INFINITY })).toMatch(/Infinity|finite/);
	expect(saved({ fieldId: "a", is: "equals" })).toBe("Choose how it is compared");
	expect(saved({ fieldId: "__proto__", is: "empty" })).toMatch(/begins with a letter/);
	expect(saved({ fieldId: "a", is: "one-of", values: ["x".repeat(10_000)] })).toMatch(/at most 200/);
});

test("a condition is said in words", () => {
	const layout = {
		sections: [
			sectionOf("one", [
				field("a", "select", {
					label: "Sponsor",
					options: [
						{ value: "e", label: "Employer" },
						{ value: "s", label: "Self" },
					],
				}),
				field("b", "checkbox", { label: "Hostel" }),
			]),
		],
	};
	const say = (fieldId: string, is: ShowWhen["is"], more: Partial<ShowWhen> = {}) =>
		conditionText(decidersIn(layout), layout.sections[0] as FormSection, { fieldId, is, ...more });
	expect(say("a", "one-of", { values: ["e", "s"] })).toBe("“Sponsor” is Employer or Self");
	expect(say("a", "not-one-of", { values: ["e"] })).toBe("“Sponsor” is answered, but not Employer");
	expect(say("b", "one-of", { values: ["true"] })).toBe("“Hostel” is ticked");
	expect(say("gone", "empty")).toBe("“gone” has no answer");
	expect(say("a", "one-of", { values: ["1", "2", "3", "4", "5", "6"] })).toBe("“Sponsor” is 1, 2, 3, 4 or 2 more");
});

test("an edit of a field or section keeps its condition", () => {
	let layout: FormLayout = {
		sections: [sectionOf("one", [field("a", "text"), field("b", "text")]), sectionOf("two", [field("c", "text")])],
	};
	const condition: ShowWhen = { fieldId: "a", is: "answered" };
	layout = setCondition(layout, { sectionId: "one", fieldId: "b" }, condition);
	layout = setCondition(layout, { sectionId: "two" }, condition);
	layout = changeField(
		layout,
		{ sectionId: "one", fieldId: "b" },
		{ type: "number", props: { label: "B" }, isBeside: true, repeatable: false },
	);
	layout = changeSection(layout, "two", { title: "Two" });
	expect(layout.sections[0]?.rows[0]?.cols[1]).toMatchObject({ type: "number", showWhen: condition });
	expect(layout.sections[1]).toMatchObject({ title: "Two", showWhen: condition });
	layout = setCondition(
		setCondition(layout, { sectionId: "two" }, undefined),
		{ sectionId: "one", fieldId: "b" },
		undefined,
	);
	expect(JSON.stringify(layout)).not.toContain("showWhen");
});

const types = [
	field("", "text"),
	field("", "number"),
	field("", "radio", { options, required: true }),
	field("", "checkbox"),
	field("", "checkbox", { options }),
	field("", "file", { required: true }),
	field("", "text", { required: true }),
];
const edit = fc.record({
	kind: fc.constantFrom(
		"field",
		"field",
		"section",
		"condition",
		"condition",
		"condition",
		"move",
		"move-section",
		"remove",
		"remove-section",
	),
	at: fc.nat(40),
	of: fc.nat(40),
	is: fc.constantFrom(...comparisons),
	isSafe: fc.boolean(),
});
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

const edited = (layout: FormLayout, { kind, at, of, is, isSafe }: Edit): FormLayout => {
	const section = layout.sections[at % Math.max(layout.sections.length, 1)];
	if (kind === "section" || !section)
		return addSection(layout, {
			title: `Section ${at}`,
			...(of % 5 === 0 && { repeatable: true }),
			...(of % 7 === 0 && { refereeSectionType: "x" }),
		});
	const cols = section.rows.flatMap((row) => row.cols);
	const col = of % 4 === 0 ? undefined : cols[of % Math.max(cols.length, 1)];
	const place = { sectionId: section.id, fieldId: col?.fieldId ?? "" };
	if (kind === "move") return moveField(layout, place, of % 2 ? "earlier" : "later");
	if (kind === "move-section") return moveSection(layout, section.id, of % 2 ? "earlier" : "later");
	if (kind === "remove") return removeField(layout, place);
	if (kind === "remove-section") return at % 5 === 0 ? removeSection(layout, section.id) : layout;
	if (kind === "condition") {
		const all = layout.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
		const possible = isSafe ? possibleDeciders(layout, { section, ...(col && { col }) }).map((one) => one.col) : all;
		const decider = possible[(at + of) % Math.max(possible.length, 1)];
		if (!decider) return layout;
		const values =
			is === "one-of" || is === "not-one-of"
				? { values: [decider.type === "checkbox" && !decider.props.options ? "true" : "Yes"] }
				: {};
		const number = is === "at-least" || is === "at-most" ? { number: at } : {};
		return setCondition(
			layout,
			{ sectionId: section.id, fieldId: col?.fieldId },
			{ fieldId: decider.fieldId, is, ...values, ...number },
		);
	}
	const { type, props } = types[of % types.length] ?? field("", "text");
	return addField(layout, section.id, {
		type,
		props: { ...props, label: `Field ${at}` },
		isBeside: of % 3 === 0,
		repeatable: at % 6 === 0,
	});
};

const answersTo = (layout: FormLayout, seed: number): FormData => {
	const said = ["Yes", "No", "", 7, "12", true, false, ["Yes"]];
	const cols = layout.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
	return Object.fromEntries(
		cols.flatMap(({ fieldId }, index) => {
			const answer = said[(seed * (index + 3)) % said.length];
			return [[fieldId, answer], ...(index % 4 === 0 ? [[`${fieldId}__2`, said[(seed + index) % said.length]]] : [])];
		}),
	);
};

test("whatever is edited: the layout can be saved, and wizard, sheet and completion ask for the same", () => {
	fc.assert(
		fc.property(fc.array(edit, { minLength: 10, maxLength: 60 }), fc.nat(50), (edits, seed) => {
			const layout = edits.reduce(edited, { sections: [] });
			const saved = v.safeParse(LayoutToSave, layout);
			expect(saved.issues?.map(({ message }) => message)).toBeUndefined();
			const data = answersTo(layout, seed);
			const attachments =
				seed % 2
					? []
					: Object.keys(data)
							.slice(0, 2)
							.map((fieldId) => ({ id: fieldId, fieldId, name: "a.pdf", mimetype: "", size: 1 }));
			const form = { layout, data, repeats: noRepeats, attachments };
			const all = layOutAll(form, "applicant");
			const sections = layOut(form, "applicant");
			const wanted = slotsOf(sections).map(({ fieldId }) => fieldId);
			const read = readForm(form).filter((one) => !one.isExtra && one.refereeSectionType === undefined);
			expect(read.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map(({ fieldId }) => fieldId)))).toEqual(
				wanted,
			);
			for (const fieldId of Object.keys(checkAnswers(all, { data, files: attachments })))
				expect(wanted).toContain(fieldId);
			expect(percentComplete(all, { data, files: attachments })).toBe(
				percentComplete(sections, { data, files: attachments }),
			);
			for (const { sectionId } of sections) {
				const page = all.filter((one) => one.sectionId === sectionId);
				const conditions = conditionsOfPage(form, page);
				const hidden = conditions
					? hiddenBy(JSON.parse(JSON.stringify(conditions)), { answers: data, attached: [], shown: new Set() }).fields
					: new Set();
				const onPage = slotsOf(page).map(({ fieldId }) => fieldId);
				expect(onPage.filter((fieldId) => !hidden.has(fieldId))).toEqual(
					onPage.filter((fieldId) => wanted.includes(fieldId)),
				);
			}
		}),
		{ numRuns: 300 },
	);
});

test("a field that the designer offers to decide never makes a circle", () => {
	fc.assert(
		fc.property(
			fc.array(
				edit.map((one) => ({
					...one,
					isSafe: true,
					kind: one.kind.startsWith("move") || one.kind.startsWith("remove") ? "condition" : one.kind,
				})),
				{ minLength: 10, maxLength: 60 },
			),
			(edits) => {
				const layout = edits.reduce((before, one) => edited(before, { ...one, kind: one.kind as Edit["kind"] }), {
					sections: [],
				} as FormLayout);
				expect(
					conditionProblems(layout).filter(({ message }) =>
						/wait for each other|refers to itself|not there|in the section itself/.test(message),
					),
				).toEqual([]);
			},
		),
		{ numRuns: 300 },
	);
});
