import * as v from "valibot";
import {
	type FieldErrors,
	nameOf,
	type Place,
	type TypedCondition,
	type TypedCriteria,
} from "#app/routes/assistant/condition-names";
import { type Condition, type Criteria, CriterionTest, type Subjects } from "#worker/contract/criteria/criteria";
import { subjectsText } from "#worker/contract/criteria/criteria-text";

const written = (number: number | null): string => (number === null ? "" : String(number));

/** Writes a test as its form has it. */
const typedTest = (test: CriterionTest): Pick<TypedCondition, "what"> & Partial<TypedCondition> => {
	switch (test.about) {
		case "credits": {
			const { atLeast, grade, subjects, sittings } = test;
			const texts = { atLeast: written(atLeast), grade, subjects: subjectsText(subjects), sittings: written(sittings) };
			return { what: "credits", texts };
		}
		case "number": {
			const texts = { compare: test.compare, value: String(test.value), to: written(test.to) };
			return { what: `number:${test.of}`, texts };
		}
		case "utmeSubjects":
			return {
				what: "utmeSubjects",
				texts: { subjects: subjectsText(test.subjects), atLeast: written(test.atLeast) },
			};
		case "date":
			return { what: `date:${test.of}`, texts: { from: test.from ?? "", to: test.to ?? "" } };
		case "choice":
			return { what: `choice:${test.fieldId}`, values: test.values };
		case "text":
			return { what: `text:${test.fieldId}`, texts: { words: test.words } };
		case "answered":
			return { what: `answered:${test.fieldId}` };
		case "origin": {
			const lines = test.places.map(({ state, lga }) => (lga === null ? state : `${lga} in ${state}`));
			return { what: "origin", texts: { places: lines.join("\n") } };
		}
		case "course":
		case "stage":
			return { what: test.about, values: test.ids };
		case "gender":
			return { what: "gender", texts: { value: test.value } };
		case "payment":
		case "references":
			return { what: test.about, texts: { state: test.state } };
		case "submitted":
			return { what: "submitted" };
	}
};

/** Writes criteria as their form has them. */
export const typedCriteria = (criteria: Criteria): TypedCriteria =>
	criteria.map(({ anyOf }) =>
		anyOf.map(({ allOf }) => allOf.map(({ not, test }) => ({ texts: {}, values: [], ...typedTest(test), not }))),
	);

/** A condition that was just added, with what most offices ask for. */
export const freshCondition = (what: string): TypedCondition => {
	const texts: Record<string, Record<string, string>> = {
		credits: { atLeast: "5", grade: "C6" },
		gender: { value: "F" },
		payment: { state: "settled" },
		references: { state: "received" },
	};
	const compare: Record<string, string> = what.startsWith("number:") ? { compare: "atLeast" } : {};
	return { what, not: false, texts: texts[what] ?? compare, values: [] };
};

const fieldPattern = /^c(\d{1,2})-a(\d{1,2})-t(\d{1,2})-([a-zA-Z]+)$/;

/** Reads the criteria of a form, in the order of their numbers. */
export const readTyped = (form: FormData): TypedCriteria => {
	const conditions = new Map<
		string,
		{ place: Place; what: string; not: boolean; texts: [string, string][]; values: string[] }
	>();
	for (const [name, value] of form) {
		const found = fieldPattern.exec(name);
		if (!found || typeof value !== "string") continue;
		const [, criterion, alternative, condition, field = ""] = found;
		const place = { criterion: Number(criterion), alternative: Number(alternative), condition: Number(condition) };
		const key = nameOf(place);
		const known = conditions.get(key) ?? { place, what: "", not: false, texts: [], values: [] };
		conditions.set(key, known);
		if (field === "what") known.what = value;
		else if (field === "not") known.not = true;
		else if (field === "values") known.values.push(value);
		else known.texts.push([field, value]);
	}
	const all = [...conditions.values()].filter(({ what }) => what !== "");
	const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((one, other) => one - other);
	return inOrder(all.map(({ place }) => place.criterion)).map((criterion) => {
		const ofCriterion = all.filter(({ place }) => place.criterion === criterion);
		return inOrder(ofCriterion.map(({ place }) => place.alternative)).map((alternative) =>
			ofCriterion
				.filter(({ place }) => place.alternative === alternative)
				.sort((one, other) => one.place.condition - other.place.condition)
				.map(({ what, not, texts, values }) => ({ what, not, texts: Object.fromEntries(texts), values })),
		);
	});
};

/** Returns the criteria without one condition, and without what that leaves empty. */
export const withoutCondition = (typed: TypedCriteria, name: string): TypedCriteria =>
	typed
		.map((alternatives, criterion) =>
			alternatives
				.map((conditions, alternative) =>
					conditions.filter((_, condition) => nameOf({ criterion, alternative, condition }) !== name),
				)
				.filter((conditions) => conditions.length > 0),
		)
		.filter((alternatives) => alternatives.length > 0);

/** Returns the criteria with one more condition, and where it stands. */
export const withCondition = (
	typed: TypedCriteria,
	where: string,
	added: TypedCondition,
): { typed: TypedCriteria; place: Place } => {
	const [, or] = /^or-(\d{1,2})$/.exec(where) ?? [];
	const [, inCriterion, inAlternative] = /^and-(\d{1,2})-(\d{1,2})$/.exec(where) ?? [];
	const criterion = Number(or ?? inCriterion ?? -1);
	const alternatives = typed[criterion] ?? [];
	const alternative = or === undefined ? Number(inAlternative) : alternatives.length;
	const conditions = or === undefined ? alternatives[alternative] : [];
	if (alternatives.length === 0 || !conditions)
		return { typed: [...typed, [[added]]], place: { criterion: typed.length, alternative: 0, condition: 0 } };
	const changed = [
		...alternatives.slice(0, alternative),
		[...conditions, added],
		...alternatives.slice(alternative + 1),
	];
	return {
		typed: typed.map((one, index) => (index === criterion ? changed : one)),
		place: { criterion, alternative, condition: conditions.length },
	};
};

/** A number as it was typed; null where nothing was. */
const numberIn = (text = ""): number | null => (text.trim() === "" ? null : Number(text));

/** Reads "English Language, Mathematics, Biology or Geography": each place with what can stand in it. */
const subjectsIn = (text = ""): Subjects =>
	text
		.split(/[,;\n]/)
		.map((place) => place.split(/\s+or\s+|\//i).flatMap((name) => name.trim() || []))
		.filter((place) => place.length > 0);

/** Reads "Lokoja in Kogi", one a line. */
const placesIn = (text = ""): { state: string; lga: string | null }[] =>
	text
		.split(/[\n;,]/)
		.map((line) => line.trim())
		.filter(Boolean)
		.map((line) => {
			const [, lga, state] = /^(.+?)\s+in\s+(.+)$/i.exec(line) ?? [];
			return lga && state ? { state, lga } : { state: line, lga: null };
		});

/** Returns the test that a condition stands for, as far as it can be read. */
const testOf = ({ what, texts, values }: TypedCondition): unknown => {
	const [about = "", ...rest] = what.split(":");
	const of = rest.join(":");
	switch (about) {
		case "credits":
			return {
				about,
				atLeast: numberIn(texts.atLeast),
				grade: texts.grade,
				subjects: subjectsIn(texts.subjects),
				sittings: numberIn(texts.sittings),
			};
		case "number":
			return {
				about,
				of,
				compare: texts.compare,
				value: numberIn(texts.value),
				// why: what is left in a field that is hidden for another comparison does not count.
				to: texts.compare === "between" ? numberIn(texts.to) : null,
			};
		case "utmeSubjects":
			return { about, subjects: subjectsIn(texts.subjects), atLeast: numberIn(texts.atLeast) };
		case "date":
			return { about, of, from: texts.from || null, to: texts.to || null };
		case "choice":
			return { about, fieldId: of, values };
		case "text":
			return { about, fieldId: of, words: texts.words ?? "" };
		case "answered":
			return { about, fieldId: of };
		case "origin":
			return { about, places: placesIn(texts.places) };
		case "course":
		case "stage":
			return { about, ids: values };
		case "gender":
			return { about, value: texts.value };
		case "payment":
		case "references":
			return { about, state: texts.state };
		default:
			return { about };
	}
};

/** The field that an error of a whole test stands beside, and the names of fields that are others in the form. */
const firstFields: Record<string, string> = { credits: "atLeast", date: "from" };
const fieldNames: Record<string, string> = { ids: "values", about: "what", of: "what", fieldId: "what" };
const numberFields = new Set(["atLeast", "sittings", "value", "to"]);

const errorsIn = (typed: TypedCondition, name: string, issues: readonly v.BaseIssue<unknown>[]): [string, string][] =>
	issues.map(({ path, message }) => {
		const [about = ""] = typed.what.split(":");
		const key = String(path?.[0]?.key ?? firstFields[about] ?? "what");
		const field = fieldNames[key] ?? key;
		if (field === "what") return [`${name}-what`, "This condition is not known. Remove it."];
		const isNoNumber =
			about !== "date" &&
			numberFields.has(field) &&
			typed.texts[field]?.trim() &&
			Number.isNaN(Number(typed.texts[field]));
		return [`${name}-${field}`, isNoNumber || /^Invalid type/.test(message) ? "Enter a number" : message];
	});

/** What only the server knows: whether a place exists, and what it is called. */
export type FindPlace = (place: {
	state: string;
	lga: string | null;
}) => { state: string; lga: string | null } | undefined;

/** Returns the criteria that a form stands for, or what is wrong with it, by the names of its fields. */
export const criteriaIn = (
	typed: TypedCriteria,
	findPlace: FindPlace,
): { ok: true; criteria: Criteria } | { ok: false; errors: FieldErrors } => {
	const errors: Record<string, string[]> = {};
	const refuse = (name: string, message: string) => {
		const before = errors[name] ?? [];
		errors[name] = before.includes(message) ? before : [...before, message];
	};
	const criteria = typed.map((alternatives, criterion) => ({
		anyOf: alternatives.map((conditions, alternative) => ({
			allOf: conditions.flatMap((one, condition): Condition[] => {
				const name = nameOf({ criterion, alternative, condition });
				const read = v.safeParse(CriterionTest, testOf(one));
				if (!read.success) {
					for (const [field, message] of errorsIn(one, name, read.issues)) refuse(field, message);
					return [];
				}
				const test = read.output;
				if (test.about !== "origin") return [{ not: one.not, test }];
				const places = test.places.flatMap((place) => {
					const found = findPlace(place);
					if (!found)
						refuse(
							`${name}-places`,
							place.lga === null
								? `“${place.state}” is not a state.`
								: `“${place.lga} in ${place.state}” is not a local government area.`,
						);
					return found ?? [];
				});
				return [{ not: one.not, test: { ...test, places } }];
			}),
		})),
	}));
	return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, criteria };
};
