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

test("of more than 200 phrasings, most are understood whole and the others say what was not", () => {
	const whole = phrasings.filter(({ criteria, notUnderstood }) => criteria.length > 0 && notUnderstood.length === 0);
	const silent = phrasings.filter(({ criteria, notUnderstood }) => criteria.length + notUnderstood.length === 0);
	expect(phrasings.length).toBeGreaterThanOrEqual(200);
	expect(whole.length).toBeGreaterThanOrEqual(185);
	expect(silent).toEqual([]);
});

test("what a bare number or an ambiguous name may mean is offered, not chosen", () => {
	expect(translate("JAMB 220", lexicon).notUnderstood).toEqual([
		{ words: "JAMB 220", choices: ["UTME score at least 220", "UTME score exactly 220"] },
	]);
	const [bassa] = translate("from Bassa", lexicon).notUnderstood;
	expect(bassa?.choices).toEqual(["from Bassa in Kogi", "from Bassa in Plateau"]);
	for (const choice of bassa?.choices ?? []) expect(translate(choice, lexicon).criteria).toHaveLength(1);
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
