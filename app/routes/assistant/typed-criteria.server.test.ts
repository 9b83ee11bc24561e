import { expect, test } from "vitest";
import { andOf, newCriterion, orOf, type TypedCriteria } from "#app/routes/assistant/condition-names";
import { findPlace } from "#app/routes/assistant/find-place.server";
import {
	criteriaIn,
	freshCondition,
	readTyped,
	typedCriteria,
	withCondition,
	withoutCondition,
} from "#app/routes/assistant/typed-criteria.server";
import type { Criteria } from "#worker/contract/criteria/criteria";

const every: Criteria = [
	{
		anyOf: [
			{
				allOf: [
					{
						not: false,
						test: {
							about: "credits",
							atLeast: 5,
							grade: "C6",
							sittings: 2,
							subjects: [["English Language"], ["Biology", "Geography"]],
						},
					},
					{ not: true, test: { about: "number", of: "utme", compare: "between", value: 180, to: 220.5 } },
				],
			},
			{ allOf: [{ not: false, test: { about: "utmeSubjects", subjects: [["Physics"]], atLeast: 50 } }] },
		],
	},
	...(
		[
			{ about: "number", of: "field:weight", compare: "below", value: 80, to: null },
			{ about: "date", of: "birth", from: "2006-01-01", to: null },
			{ about: "choice", fieldId: "maritalStatus", values: ["Married", "Single"] },
			{ about: "text", fieldId: "home:town", words: "Okene" },
			{ about: "answered", fieldId: "certificate" },
			{
				about: "origin",
				places: [
					{ state: "Kogi", lga: "Lokoja" },
					{ state: "Benue", lga: null },
				],
			},
			{ about: "course", ids: ["c1", "c2"] },
			{ about: "stage", ids: ["s1"] },
			{ about: "gender", value: "M" },
			{ about: "payment", state: "pending" },
			{ about: "references", state: "none" },
			{ about: "submitted" },
		] as const
	).map((test) => ({ anyOf: [{ allOf: [{ not: false, test: structuredClone(test) as never }] }] })),
];

/** Returns what a browser sends of the form. */
const formOf = (typed: TypedCriteria): FormData => {
	const form = new FormData();
	typed.forEach((alternatives, c) => {
		alternatives.forEach((conditions, a) => {
			conditions.forEach(({ what, not, texts, values }, t) => {
				const name = `c${c}-a${a}-t${t}`;
				form.append(`${name}-what`, what);
				if (not) form.append(`${name}-not`, "on");
				for (const [field, text] of Object.entries(texts)) form.append(`${name}-${field}`, text);
				for (const value of values) form.append(`${name}-values`, value);
			});
		});
	});
	return form;
};

test("criteria of every kind are the same after the form", () => {
	expect(criteriaIn(readTyped(formOf(typedCriteria(every))), findPlace)).toEqual({ ok: true, criteria: every });
});

test("fields are read in the order of their numbers, whatever is between them or before them", () => {
	const form = new FormData();
	for (const [name, value] of [
		["c10-a0-t0-what", "submitted"],
		["c2-a1-t3-what", "gender"],
		["c2-a1-t3-value", "F"],
		["c2-a0-t0-what", "payment"],
		["c3-a0-t0-words", "of nothing"],
		["intent", "judge"],
	] as const)
		form.append(name, value);
	expect(readTyped(form).map((alternatives) => alternatives.map((all) => all.map(({ what }) => what)))).toEqual([
		[["payment"], ["gender"]],
		[["submitted"]],
	]);
});

test("what is wrong is said beside its field, in words", () => {
	const wrong = (what: string, texts: Record<string, string> = {}): TypedCriteria => [
		[[{ what, not: false, texts, values: [] }]],
	];
	const errorsOf = (typed: TypedCriteria) => {
		const read = criteriaIn(typed, findPlace);
		return read.ok ? {} : read.errors;
	};
	expect(errorsOf(wrong("number:utme", { compare: "atLeast", value: "much" }))).toEqual({
		"c0-a0-t0-value": ["Enter a number"],
	});
	expect(errorsOf(wrong("number:utme", { compare: "atLeast", value: "" }))).toEqual({
		"c0-a0-t0-value": ["Enter a number"],
	});
	expect(errorsOf(wrong("number:utme", { compare: "between", value: "1", to: "" }))).toEqual({
		"c0-a0-t0-to": ["Enter both ends of the range."],
	});
	expect(errorsOf(wrong("number:utme", { compare: "between", value: "300", to: "200" }))).toEqual({
		"c0-a0-t0-to": ["The end must not be below the beginning."],
	});
	expect(errorsOf(wrong("date:birth", { from: "", to: "2008-02-30" }))).toEqual({
		"c0-a0-t0-to": ["Enter a date as YYYY-MM-DD"],
	});
	expect(errorsOf(wrong("date:birth", { from: "2008-12-31", to: "2008-01-01" }))).toEqual({
		"c0-a0-t0-to": ["The end must not be before the beginning."],
	});
	expect(errorsOf(wrong("credits", { atLeast: "", grade: "C6" }))).toEqual({
		"c0-a0-t0-atLeast": ["Say how many credits, or in which subjects."],
	});
	expect(errorsOf(wrong("credits", { atLeast: "2.5", grade: "C6" }))).toEqual({
		"c0-a0-t0-atLeast": ["Enter a whole number from 1 to 15"],
	});
	expect(errorsOf(wrong("date:birth", { from: "", to: "" }))).toEqual({ "c0-a0-t0-from": ["Enter a day."] });
	expect(errorsOf(wrong("origin", { places: "Kogl\nLokoja in Kogi\nYaba in Kogi" }))).toEqual({
		"c0-a0-t0-places": ["“Kogl” is not a state.", "“Yaba in Kogi” is not a local government area."],
	});
	expect(errorsOf(wrong("course"))).toEqual({ "c0-a0-t0-values": ["Choose a course"] });
	expect(errorsOf(wrong("choice:religion"))).toEqual({ "c0-a0-t0-values": ["Choose an answer"] });
	expect(Object.keys(errorsOf(wrong("height")))).toEqual(["c0-a0-t0-what"]);
});

test("states are found as they are spelt", () => {
	expect(findPlace({ state: "kogi STATE", lga: "lokoja" })).toEqual({ state: "Kogi", lga: "Lokoja" });
	expect(findPlace({ state: "Atlantis", lga: null })).toBeUndefined();
});

test("conditions are added as a criterion, beside one or instead of one, and removed with what they leave empty", () => {
	const whatIn = (typed: TypedCriteria) => typed.map((all) => all.map((some) => some.map(({ what }) => what)));
	const one = withCondition([], newCriterion, freshCondition("gender"));
	const and = withCondition(one.typed, andOf(0, 0), freshCondition("payment"));
	const or = withCondition(and.typed, orOf(0), freshCondition("submitted"));
	const last = withCondition(or.typed, "and-7-0", freshCondition("course"));
	expect(whatIn(last.typed)).toEqual([[["gender", "payment"], ["submitted"]], [["course"]]]);
	expect([one, and, or, last].map(({ place }) => Object.values(place))).toEqual([
		[0, 0, 0],
		[0, 0, 1],
		[0, 1, 0],
		[1, 0, 0],
	]);
	expect(whatIn(withoutCondition(last.typed, "c0-a1-t0"))).toEqual([[["gender", "payment"]], [["course"]]]);
	expect(whatIn(withoutCondition(last.typed, "c1-a0-t0"))).toEqual([[["gender", "payment"], ["submitted"]]]);
	expect(withoutCondition(last.typed, "nothing")).toEqual(last.typed);
});
