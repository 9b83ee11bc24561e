import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { type Condition, Criteria, type CriterionTest, criterionOf } from "#worker/contract/criteria/criteria";
import type { Facts } from "#worker/contract/criteria/facts";
import { judge } from "#worker/contract/criteria/judge";
import {
	comparisons,
	passGrades,
	paymentStates,
	referencesStates,
	type Verdict,
} from "#worker/contract/criteria/terms";

const nobody: Facts = {
	today: "2026-11-24",
	course: { id: "cs", title: "Computer Science" },
	stage: { id: "new", name: "Apply" },
	isSubmitted: true,
	submittedOn: null,
	birthDate: null,
	gender: null,
	origin: null,
	sittings: [],
	hasUnreadResults: false,
	utme: null,
	postUtme: null,
	utmeSubjects: [],
	payment: { isPaid: false, isPending: false },
	referencesMissing: null,
	answers: new Map(),
};

const verdictOn = (test: CriterionTest, facts: Partial<Facts>, not = false): Verdict =>
	judge([criterionOf(test, not)], { ...nobody, ...facts }).verdict;

const credits = (test: Partial<Extract<CriterionTest, { about: "credits" }>>): CriterionTest => ({
	about: "credits",
	atLeast: null,
	grade: "C6",
	subjects: [],
	sittings: null,
	...test,
});
const sitting = (title: string, grades: Record<string, string>) => ({
	title,
	subjects: Object.entries(grades).map(([name, grade]) => ({ name, grade })),
});

describe("what is missing is never a no", () => {
	const fiveCredits = credits({ atLeast: 5 });
	const wanted: CriterionTest[] = [
		fiveCredits,
		{ about: "number", of: "utme", compare: "above", value: 220, to: null },
		{ about: "number", of: "age", compare: "atLeast", value: 16, to: null },
		{ about: "number", of: "field:year", compare: "atLeast", value: 2020, to: null },
		{ about: "utmeSubjects", subjects: [["Physics"]], atLeast: null },
		{ about: "origin", places: [{ state: "Kogi", lga: null }] },
		{ about: "gender", value: "F" },
		{ about: "date", of: "birth", from: "2000-01-01", to: null },
		{ about: "choice", fieldId: "sponsor", values: ["Self"] },
		{ about: "text", fieldId: "hometown", words: "Lokoja" },
		{ about: "answered", fieldId: "birthCertificate" },
	];
	test.each(wanted)("$about", (test) => {
		expect(verdictOn(test, {})).toBe("cannotTell");
		expect(verdictOn(test, {}, true)).toBe("cannotTell");
	});

	test("a score that is no number", () => {
		const test: CriterionTest = { about: "number", of: "utme", compare: "above", value: 220, to: null };
		expect(verdictOn(test, { utme: "about 230" })).toBe("cannotTell");
		expect(verdictOn(test, { utme: " 230 " })).toBe("met");
	});

	test("a grade that is awaited", () => {
		const wanted = credits({ atLeast: 2, subjects: [["English Language"]] });
		const with4 = (english: string) => ({
			sittings: [sitting("NECO", { English: english, Physics: "C6", Biology: "F9" })],
		});
		expect(verdictOn(wanted, with4("AR"))).toBe("cannotTell");
		expect(verdictOn(wanted, with4("B3"))).toBe("met");
		expect(verdictOn(wanted, with4("D7"))).toBe("notMet");
	});

	test("a UTME subject that is left blank", () => {
		const wanted: CriterionTest = { about: "utmeSubjects", subjects: [["Physics"]], atLeast: null };
		const named = (...names: string[]) => ({ utmeSubjects: names.map((name) => ({ name, score: null })) });
		expect(verdictOn(wanted, named("English", "Mathematics", "Chemistry", ""))).toBe("cannotTell");
		expect(verdictOn(wanted, named("English", "Mathematics", "Chemistry", "Biology"))).toBe("notMet");
		expect(verdictOn(wanted, named("English", "Physics", "", ""))).toBe("met");
	});

	test("an LGA that is not given, in the right state and in another", () => {
		const test: CriterionTest = { about: "origin", places: [{ state: "Kogi", lga: "Lokoja" }] };
		expect(verdictOn(test, { origin: { state: "Kogi", lga: null } })).toBe("cannotTell");
		expect(verdictOn(test, { origin: { state: "Benue", lga: null } })).toBe("notMet");
		expect(verdictOn(test, { origin: { state: "KOGI STATE", lga: "lokoja" } })).toBe("met");
	});
});

test("sittings are chosen so that they serve best, and a subject counts once", () => {
	const sittings = [
		sitting("2023", { "English Language": "C4", Mathematics: "F9", Physics: "C5" }),
		sitting("2024", { "English Language": "D7", Mathematics: "B2", Physics: "B3" }),
	];
	const both = credits({ atLeast: 3, subjects: [["English"], ["Maths"]] });
	expect(verdictOn(both, { sittings })).toBe("met");
	expect(verdictOn(credits({ atLeast: 3, subjects: [["English"], ["Maths"]], sittings: 1 }), { sittings })).toBe(
		"notMet",
	);
	expect(verdictOn(credits({ atLeast: 4 }), { sittings })).toBe("notMet");
});

test("the answers that decided are shown behind each criterion", () => {
	const { criteria } = judge(
		[
			criterionOf({ about: "gender", value: "F" }),
			{
				anyOf: [
					{ allOf: [{ not: false, test: { about: "course", ids: ["law"] } }] },
					{ allOf: [{ not: false, test: { about: "number", of: "utme", compare: "above", value: 220, to: null } }] },
				],
			},
		],
		{ ...nobody, gender: "M", utme: "231" },
	);
	expect(criteria).toEqual([
		{ verdict: "notMet", because: [{ verdict: "notMet", label: "Gender", answer: "Male" }] },
		{ verdict: "met", because: [{ verdict: "met", label: "UTME score", answer: "231" }] },
	]);
});

test("criteria are strict", () => {
	const given = [{ anyOf: [{ allOf: [{ not: false, test: { about: "gender", value: "F", also: 1 } }] }] }];
	expect(v.is(Criteria, given)).toBe(false);
	expect(v.is(Criteria, [criterionOf({ about: "gender", value: "F" })])).toBe(true);
	expect(v.is(Criteria, [criterionOf(credits({}))])).toBe(false);
	expect(v.is(Criteria, [])).toBe(false);
});

// The plain evaluation: a number for each truth (0 no, 1 unknown, 2 yes), and possible worlds for awaited grades.
const subjects = ["Mathematics", "Physics", "Biology"];
const grades = ["A1", "C6", "D7", "F9", "AR", ""];

const plainCredits = (test: Extract<CriterionTest, { about: "credits" }>, facts: Facts): number => {
	if (facts.sittings.length === 0) return 1;
	const ranks = ["A1", "B2", "B3", "C4", "C5", "C6", "D7", "E8", "F9"];
	const inWorld = (awaited: string) => {
		for (let mask = 0; mask < 2 ** facts.sittings.length; mask++) {
			const chosen = facts.sittings.filter((_, index) => mask & (1 << index));
			if (test.sittings !== null && chosen.length > test.sittings) continue;
			const passed = new Set<string>();
			for (const { subjects } of chosen)
				for (const { name, grade } of subjects) {
					const real = ranks.includes(grade) ? grade : awaited;
					if (ranks.indexOf(real) <= ranks.indexOf(test.grade)) passed.add(name);
				}
			if (passed.size < (test.atLeast ?? 0)) continue;
			if (test.subjects.every((some) => some.some((one) => passed.has(one)))) return true;
		}
		return false;
	};
	if (inWorld("F9")) return 2;
	return inWorld("A1") || facts.hasUnreadResults ? 1 : 0;
};

const plainTest = (test: CriterionTest, facts: Facts): number => {
	const yes = (holds: boolean | null) => (holds === null ? 1 : holds ? 2 : 0);
	const compare = (number: number, { compare: how, value, to }: Extract<CriterionTest, { about: "number" }>) =>
		({
			atLeast: number >= value,
			above: number > value,
			atMost: number <= value,
			below: number < value,
			equal: number === value,
			between: value <= number && number <= Number(to),
		})[how];
	const numberOf = (text: string | null) => (text !== null && /^\d+$/.test(text) ? Number(text) : null);
	const copies = (fieldId: string, holds: (text: string) => boolean | null) => {
		const field = facts.answers.get(fieldId);
		if (!field || field.copies.length === 0) return 1;
		return Math.max(...field.copies.map(({ text }) => (text === null ? 1 : yes(holds(text)))));
	};
	switch (test.about) {
		case "credits":
			return plainCredits(test, facts);
		case "number": {
			if (test.of.startsWith("field:"))
				return copies(test.of.slice(6), (text) => {
					const number = numberOf(text);
					return number === null ? null : compare(number, test);
				});
			if (test.of === "age") {
				if (facts.birthDate === null) return 1;
				const [year = 0, month = 0, day = 0] = facts.birthDate.split("-").map(Number);
				const hadBirthday = month < 11 || (month === 11 && day <= 24);
				return yes(compare(2026 - year - (hadBirthday ? 0 : 1), test));
			}
			const number = numberOf(test.of === "utme" ? facts.utme : facts.postUtme);
			return number === null ? 1 : yes(compare(number, test));
		}
		case "utmeSubjects": {
			if (facts.utmeSubjects.length === 0) return 1;
			return Math.min(
				...test.subjects.map((wanted) => {
					const found = facts.utmeSubjects.filter(({ name }) => wanted.includes(name));
					if (found.length === 0) return facts.utmeSubjects.some(({ name }) => name === "") ? 1 : 0;
					return Math.max(
						...found.map(({ score }) => {
							if (test.atLeast === null) return 2;
							const number = numberOf(score);
							return number === null ? 1 : yes(number >= test.atLeast);
						}),
					);
				}),
			);
		}
		case "date": {
			const day = test.of === "birth" ? facts.birthDate : facts.submittedOn;
			return day === null ? 1 : yes(!(test.from && day < test.from) && !(test.to && day > test.to));
		}
		case "choice":
			return copies(test.fieldId, (text) => test.values.includes(text));
		case "text":
			return copies(test.fieldId, (text) => text === test.words);
		case "answered": {
			const field = facts.answers.get(test.fieldId);
			return field ? yes(field.copies.some(({ text }) => text !== null)) : 1;
		}
		case "origin": {
			const { origin } = facts;
			if (!origin) return 1;
			return Math.max(
				...test.places.map(({ state, lga }) => {
					if (state !== origin.state) return 0;
					return lga === null ? 2 : origin.lga === null ? 1 : yes(lga === origin.lga);
				}),
			);
		}
		case "course":
			return yes(test.ids.includes(facts.course.id));
		case "stage":
			return yes(test.ids.includes(facts.stage.id));
		case "gender":
			return facts.gender === null ? 1 : yes(facts.gender === test.value);
		case "payment": {
			const { isPaid, isPending } = facts.payment;
			const holds = { paid: isPaid, unpaid: !isPaid, pending: isPending, settled: isPaid && !isPending };
			return yes(holds[test.state]);
		}
		case "references": {
			const missing = facts.referencesMissing;
			if (test.state === "none") return yes(missing === null);
			return yes(missing !== null && (test.state === "outstanding" ? missing > 0 : missing === 0));
		}
		case "submitted":
			return yes(facts.isSubmitted);
	}
};

const plainCriteria = (criteria: Criteria, facts: Facts): number =>
	Math.min(
		...criteria.map(({ anyOf }) =>
			Math.max(
				...anyOf.map(({ allOf }) =>
					Math.min(...allOf.map(({ not, test }) => (not ? 2 - plainTest(test, facts) : plainTest(test, facts)))),
				),
			),
		),
	);

const oneOf = <const T>(...values: readonly T[]) => fc.constantFrom(...values);
const wantedSubjects = fc.array(fc.uniqueArray(oneOf(...subjects), { minLength: 1, maxLength: 2 }), { maxLength: 2 });
const fieldId = oneOf("one", "two", "three");
const anyTest: fc.Arbitrary<CriterionTest> = fc.oneof(
	fc.record({
		about: fc.constant("credits" as const),
		atLeast: fc.integer({ min: 1, max: 4 }),
		grade: oneOf(...passGrades),
		subjects: wantedSubjects,
		sittings: fc.option(fc.integer({ min: 1, max: 3 })),
	}),
	fc
		.record({
			of: oneOf("utme", "postUtme", "age", "field:one", "field:two"),
			compare: oneOf(...comparisons),
			value: fc.integer({ min: 0, max: 40 }),
			more: fc.integer({ min: 0, max: 20 }),
		})
		.map(({ more, ...test }) => ({
			about: "number" as const,
			...test,
			to: test.compare === "between" ? test.value + more : null,
		})),
	fc.record({
		about: fc.constant("utmeSubjects" as const),
		subjects: wantedSubjects.filter(({ length }) => length > 0),
		atLeast: fc.option(fc.integer({ min: 0, max: 40 })),
	}),
	fc.record({
		about: fc.constant("date" as const),
		of: oneOf("birth", "submitted"),
		from: oneOf("2000-01-01", "2005-06-15"),
		to: oneOf(null, "2010-11-24"),
	}),
	fc.record({ about: fc.constant("choice" as const), fieldId, values: fc.constant<string[]>(["10"]) }),
	fc.record({ about: fc.constant("text" as const), fieldId, words: fc.constant("20") }),
	fc.record({ about: fc.constant("answered" as const), fieldId }),
	fc.record({
		about: fc.constant("origin" as const),
		places: fc.array(fc.record({ state: oneOf("Kogi", "Benue"), lga: oneOf(null, "Ado", "Bassa") }), {
			minLength: 1,
			maxLength: 2,
		}),
	}),
	fc.record({ about: fc.constant("course" as const), ids: fc.constant<string[]>(["cs"]) }),
	fc.record({ about: fc.constant("stage" as const), ids: fc.constant<string[]>(["new"]) }),
	fc.record({ about: fc.constant("gender" as const), value: oneOf("F", "M") }),
	fc.record({ about: fc.constant("payment" as const), state: oneOf(...paymentStates) }),
	fc.record({ about: fc.constant("references" as const), state: oneOf(...referencesStates) }),
	fc.constant({ about: "submitted" as const }),
);
const anyCondition: fc.Arbitrary<Condition> = fc.record({ not: fc.boolean(), test: anyTest });
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });
const anyCriteria: fc.Arbitrary<Criteria> = some(fc.record({ anyOf: some(fc.record({ allOf: some(anyCondition) })) }));

const typed = oneOf(null, "", "10", "20", "30", "soon");
const anySitting = fc.record({
	title: fc.constant("NECO"),
	subjects: fc.uniqueArray(fc.record({ name: oneOf(...subjects), grade: oneOf(...grades) }), {
		selector: ({ name }) => name,
	}),
});
const copy = oneOf(null, "10", "20", "30", "soon").map((text) => ({ text, values: text === null ? [] : [text] }));
const field = fc.record({
	label: fc.constant("Field"),
	isFile: fc.boolean(),
	copies: fc.array(copy, { maxLength: 3 }),
});
const anyFacts: fc.Arbitrary<Facts> = fc
	.record({
		course: oneOf({ id: "cs", title: "CS" }, { id: "law", title: "Law" }),
		stage: oneOf({ id: "new", name: "Apply" }, { id: "in", name: "In" }),
		isSubmitted: fc.boolean(),
		submittedOn: oneOf(null, "2004-01-01", "2010-11-24", "2011-01-01"),
		birthDate: oneOf(null, "1999-12-31", "2005-06-15", "2008-11-24", "2008-11-25"),
		gender: oneOf(null, "F", "M"),
		origin: fc.option(fc.record({ state: oneOf("Kogi", "Benue"), lga: oneOf(null, "Ado", "Bassa") })),
		sittings: fc.array(anySitting, { maxLength: 3 }),
		hasUnreadResults: fc.boolean(),
		utme: typed,
		postUtme: typed,
		utmeSubjects: fc.array(fc.record({ name: oneOf("", ...subjects), score: typed }), { maxLength: 3 }),
		payment: fc.record({ isPaid: fc.boolean(), isPending: fc.boolean() }),
		referencesMissing: oneOf(null, 0, 2),
		one: fc.option(field),
		two: fc.option(field),
	})
	.map(({ one, two, ...facts }) => ({
		today: "2026-11-24",
		...facts,
		answers: new Map(Object.entries({ one, two }).flatMap(([id, found]) => (found ? [[id, found] as const] : []))),
	}));

test("random criteria give what a plain evaluation gives", () => {
	const names: Verdict[] = ["notMet", "cannotTell", "met"];
	fc.assert(
		fc.property(anyCriteria, anyFacts, (criteria, facts) => {
			expect(v.is(Criteria, criteria)).toBe(true);
			const judged = judge(criteria, facts);
			expect(judged.verdict).toBe(names[plainCriteria(criteria, facts)]);
			for (const [index, criterion] of criteria.entries()) {
				expect(judged.criteria[index]?.verdict).toBe(names[plainCriteria([criterion], facts)]);
				expect(judged.criteria[index]?.because.length).toBeGreaterThan(0);
			}
		}),
		{ numRuns: 5_000 },
	);
});
