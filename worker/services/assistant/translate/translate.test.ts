import { readFileSync } from "node:fs";
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { Criterion } from "#worker/contract/criteria/criteria";
import { criterionText } from "#worker/contract/criteria/criteria-text";
import { places } from "#worker/contract/forms/places.server";
import { layoutOf } from "#worker/database/demo/form-designs";
import { makeLexicon } from "#worker/services/assistant/translate/lexicon";
import { translate } from "#worker/services/assistant/translate/translate";
import { fieldsOfForms } from "#worker/services/assistant/vocabulary-of-form";
import phrasings from "./phrasings.json";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8").replace(/\s+/g, " ");

const courses = [
	"CSC101 Computer Science (BSc)",
	"LAW101 Law (LLB)",
	"MED101 Medicine and Surgery (MB;BS)",
	"ACC101 Accounting (BSc)",
	"MCM101 Mass Communication",
	"ECO101 Economics",
].map((course) => ({ id: course.slice(0, 6), code: course.slice(0, 6), title: course.slice(7) }));
const steps = [
	["Application started", "REGISTRATION"],
	["Submitted", "SUBMITTED"],
	["Document review", "IN_REVIEW"],
	["Keep in view", "KEEP_IN_VIEW"],
	["Shortlisted", "SHORTLISTED"],
	["Admitted", "ACCEPTED"],
	["Declined", "DECLINED"],
].map(([name = "", type = ""]) => ({ id: type, name, type }));
const fields = fieldsOfForms([layoutOf("undergraduate")]);
const lexicon = makeLexicon({ courses, steps, fields, places: places.states });
const names = {
	courses: new Map(courses.map(({ id, title }) => [id, title])),
	stages: new Map(steps.map(({ id, name }) => [id, name])),
	fields: new Map(
		fields.map(({ fieldId, label, options }) => [
			fieldId,
			{ label, options: new Map(options.map((option) => [option.value, option.label])) },
		]),
	),
};

test.each(phrasings)("$phrase", ({ phrase, criteria, notUnderstood }) => {
	const translated = translate(phrase, lexicon);
	expect({
		criteria: translated.criteria.map((criterion) => criterionText(criterion, names)),
		notUnderstood: translated.notUnderstood.map(({ words }) => words),
	}).toEqual({ criteria, notUnderstood });
	for (const criterion of translated.criteria) expect(v.is(Criterion, criterion)).toBe(true);
});

test("more than 200 phrasings are understood whole, the others say what was not, and the README lists them", () => {
	const read = phrasings.map(({ phrase }) => ({ phrase, ...translate(phrase, lexicon) }));
	const others = read.filter(({ notUnderstood }) => notUnderstood.length > 0);
	const partly = others.filter(({ criteria }) => criteria.length > 0);
	const asked = others.filter(({ notUnderstood }) => notUnderstood.some(({ choices }) => choices.length > 0));
	const whole = read.length - others.length;
	expect(new Set(phrasings.map(({ phrase }) => phrase)).size).toBe(phrasings.length);
	expect(read.filter(({ criteria, notUnderstood }) => criteria.length + notUnderstood.length === 0)).toEqual([]);
	expect(whole).toBeGreaterThanOrEqual(200);
	expect(readme).toContain(
		`understands ${whole} of ${read.length} phrasings whole and ${partly.length} in part; ${asked.length} it answers with a choice`,
	);
	const first = read.slice(0, 218).filter(({ notUnderstood }) => notUnderstood.length === 0);
	expect(readme).toContain(`Of the first 218, by which it was made, it understands ${first.length}.`);
	const [, listed = ""] = readme.split("## What it does not understand");
	expect([...listed.matchAll(/“([^”]+)”/g)].map(([, phrase]) => phrase).sort()).toEqual(
		others.map(({ phrase }) => phrase).sort(),
	);
});

test("letters are grades where they are said as grades, and words elsewhere", () => {
	const textsOf = (phrase: string) =>
		translate(phrase, lexicon).criteria.map((criterion) => criterionText(criterion, names));
	expect(textsOf("A's in English")).toEqual(["A1 or better in English Language"]);
	expect(textsOf("a credit in Physics")).toEqual(["C6 or better in Physics"]);
	expect(textsOf("a candidate from Kogi")).toEqual(["From Kogi"]);
	expect(textsOf("C6 in Physics and A1 in Maths")).toEqual(["C6 or better in Physics", "A1 or better in Mathematics"]);
});

test("words of a question and its answer are that question's, and no payment", () => {
	const testsOf = (phrase: string) =>
		translate(phrase, lexicon).criteria.flatMap(({ anyOf }) => anyOf.flatMap(({ allOf }) => allOf));
	expect(testsOf("have paid")).toMatchObject([{ test: { about: "payment" } }]);
	expect(testsOf("fees paid by parents")).toMatchObject([{ test: { about: "choice", fieldId: "sponsor" } }]);
	expect(testsOf("does not need accommodation")).toMatchObject([
		{ not: true, test: { about: "choice", fieldId: "hostel", values: ["true"] } },
	]);
	const field = { fieldId: "x", names: [], kind: "yes-no" as const, isSensitive: false, hasSeveral: false };
	const options = ["true", "false"].map((value) => ({ value, label: value }));
	const ofForm = makeLexicon({
		courses: [],
		steps: [],
		places: [],
		fields: [{ ...field, label: "I do not need a place", options }],
	});
	expect(translate("needs a place", ofForm).criteria, "a yes to it would be the opposite").toEqual([]);
});

const readingOf = (phrase: string) => {
	const { criteria, notUnderstood } = translate(phrase, lexicon);
	return {
		criteria: criteria.map((criterion) => criterionText(criterion, names)),
		lost: notUnderstood.map(({ words }) => words),
	};
};

test.each([
	["fewer than five credits", ["Not: At least 5 with C6 or better"]],
	["at most two credits", ["Not: At least 3 with C6 or better"]],
	["not yet shortlisted", ["Not: Stage: Shortlisted"]],
	["neither admitted nor declined", ["Not: Stage: Admitted", "Not: Stage: Declined"]],
	["neither from Kogi nor Benue", ["Not: From Kogi", "Not: From Benue"]],
	["anyone but Lagos", ["Not: From Lagos"]],
	["from all states but Lagos", ["Not: From Lagos"]],
	["exclude Lagos", ["Not: From Lagos"]],
	["not fully paid", ["Not: Paid, with no payment pending"]],
	["JAMB above 200 but below 250", ["UTME score above 200", "UTME score below 250"]],
	["born 2005 or later", ["Born on 2005-01-01 or later"]],
	["NCE and A Level", ["Qualification obtained: NCE", "Qualification obtained: A Level"]],
	["Computer Science, Economics and Law", ["Course: Computer Science (BSc) or Economics or Law (LLB)"]],
	["home town is not Lokoja", ["Not: Home town contains “Lokoja”"]],
	["birth certificate or result slip missing", ["Not: Birth certificate is there; or Not: Result slip is there"]],
	["birth certificate and result slip uploaded", ["Birth certificate is there", "Result slip is there"]],
])("“%s” is not read as its opposite", (phrase, criteria) => {
	expect(readingOf(phrase)).toEqual({ criteria, lost: [] });
});

test.each([
	...["lives in Lagos", "born in Kano", "schooled in Lagos", "no longer shortlisted", "previously shortlisted"],
	...["two references submitted", "some references received", "worse than C6 in Mathematics", "only five credits"],
	...["unless from Kogi", "without passport or birth certificate", "without passport and birth certificate"],
	// Who is left out is one or the other, or only who is both.
	...["no men from Lagos", "excluding women with JAMB above 200"],
	// One criterion for some of them, and another for others: nobody would meet both.
	...["sponsored by employer and guardian", "address contains Lagos", "resident of Kogi", "second choice Law"],
	...["females from Kogi and males from Benue", "women with JAMB above 200 and men with JAMB above 220"],
])("“%s” is not understood, and nothing of it is read", (phrase) => {
	expect(readingOf(phrase)).toEqual({ criteria: [], lost: [phrase] });
});

test("an upper end belongs to the number before it only where it is one of that", () => {
	expect(readingOf("JAMB above 200, not older than 25").criteria).toEqual(["UTME score above 200", "Age at most 25"]);
	expect(readingOf("JAMB above 200 and not more than 25")).toEqual({
		criteria: ["UTME score above 200"],
		lost: ["not more than 25"],
	});
	expect(readingOf("JAMB above 200, five credits, at most 2 sittings").criteria).toEqual([
		"UTME score above 200",
		"At least 5 with C6 or better, in at most 2 sittings",
	]);
});

test("what is not understood takes with it only what it turns", () => {
	expect(readingOf("five credits at more than one sitting, from Kogi")).toEqual({
		criteria: ["At least 5 with C6 or better", "From Kogi"],
		lost: ["more than one sitting"],
	});
	expect(readingOf("five credits with at most one D7").criteria).toEqual(["At least 5 with C6 or better"]);
	expect(readingOf("not Yoruba and from Kogi")).toEqual({ criteria: ["From Kogi"], lost: ["not Yoruba"] });
	expect(readingOf("born from 2008 to 2005")).toEqual({ criteria: [], lost: ["born from 2008 to 2005"] });
	expect(readingOf("surname Obi")).toEqual({ criteria: [], lost: ["surname Obi"] });
});

test("the zones of a country are read where it has their states", () => {
	const statesOf = (phrase: string, some: typeof lexicon) =>
		translate(phrase, some).criteria.flatMap(({ anyOf }) =>
			anyOf.flatMap(({ allOf }) => allOf.flatMap(({ test }) => (test.about === "origin" ? test.places : []))),
		);
	expect(statesOf("from the north", lexicon)).toHaveLength(20);
	expect(statesOf("from the south", lexicon)).toHaveLength(17);
	const elsewhere = makeLexicon({ courses: [], steps: [], fields: [], places: [{ state: "Ashanti", lgas: [] }] });
	expect(translate("from the north", elsewhere)).toMatchObject({ criteria: [], notUnderstood: [{}] });
});

test("what a bare number or an ambiguous name may mean is offered, not chosen", () => {
	expect(translate("JAMB 220", lexicon).notUnderstood).toEqual([
		{ words: "JAMB 220", choices: ["UTME score at least 220", "UTME score exactly 220"] },
	]);
	const [bassa] = translate("from Bassa", lexicon).notUnderstood;
	expect(bassa?.choices).toEqual(["from Bassa in Kogi", "from Bassa in Plateau"]);
	const distinctions = ["distinction in Mathematics", "five distinctions", "exactly five credits"].flatMap(
		(phrase) => translate(phrase, lexicon).notUnderstood[0]?.choices ?? [],
	);
	expect(distinctions).toHaveLength(5);
	for (const choice of [...(bassa?.choices ?? []), ...distinctions])
		expect(translate(choice, lexicon), choice).toMatchObject({ criteria: [{}], notUnderstood: [] });
});

test("a misspelt word says what it was read as", () => {
	expect(translate("femal candidates", lexicon).corrections).toEqual([{ typed: "femal", readAs: "female" }]);
});

test("any text ends in valid criteria and words that are in the text", () => {
	const words = fc.constantFrom(
		"five",
		"credits",
		"in",
		"English",
		"or",
		"and",
		"not",
		"JAMB",
		"above",
		"220",
		",",
		"(",
		")",
		"from",
		"Kogi",
		"between",
		"16",
		"years",
		"Bassa",
		"birth certificate",
		"married",
		"paid",
		"sitting",
		"one",
		"/",
		"xyz",
		"\n",
	);
	const anyText = fc.oneof(
		fc.array(words, { maxLength: 14 }).map((some) => some.join(" ")),
		fc.string(),
	);
	fc.assert(
		fc.property(anyText, (text) => {
			const { criteria, notUnderstood } = translate(text, lexicon);
			for (const criterion of criteria) expect(v.is(Criterion, criterion)).toBe(true);
			for (const { words } of notUnderstood) expect(text).toContain(words);
		}),
		{ numRuns: 2_000 },
	);
});
