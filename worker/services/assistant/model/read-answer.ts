import * as v from "valibot";
import { type Criterion, type CriterionTest, fieldIdIn, type TestOf } from "#worker/contract/criteria/criteria";
import { foldedWords } from "#worker/contract/text/fold-text";
import { ModelAnswer } from "#worker/services/assistant/model/answer-schema";
import type { HiddenWords } from "#worker/services/assistant/model/hide-personal";
import type { Translation } from "#worker/services/assistant/translate/translate";
import type { Vocabulary, VocabularyField } from "#worker/services/assistant/vocabulary";

/**
 * Reads what a model wrote: criteria by the contract, about what the application has, and nothing else. Undefined where
 * any of it is something else, because half of what was asked for would judge by other criteria.
 */
export const readModelAnswer = (
	text: string,
	typed: string,
	{ restore }: HiddenWords,
	vocabulary: Vocabulary,
): Translation | undefined => {
	const parsed = v.safeParse(v.pipe(v.string(), v.parseJson({ reviver: restoring(restore) }), ModelAnswer), text);
	if (!parsed.success) return undefined;
	const { notUnderstood } = parsed.output;
	const criteria = parsed.output.criteria.map((criterion) => knownCriterion(criterion, vocabulary));
	if (criteria.includes(undefined)) return undefined;
	// why only words that were typed: what is shown to staff must not be a text of the model's own.
	const lost = notUnderstood.filter((words) => typed.includes(words));
	return {
		criteria: criteria.filter((criterion) => criterion !== undefined),
		notUnderstood: [...new Set(criteria.length + lost.length === 0 ? [typed] : lost)].map((words) => ({
			words,
			choices: [],
		})),
		corrections: [],
	};
};

const restoring =
	(restore: HiddenWords["restore"]) =>
	(_key: string, value: unknown): unknown =>
		typeof value === "string" ? restore(value) : value;

/** Returns a criterion whose every test is about something that exists; undefined otherwise. */
const knownCriterion = ({ anyOf }: Criterion, vocabulary: Vocabulary): Criterion | undefined => {
	const alternatives = anyOf.map(({ allOf }) => ({
		allOf: allOf.flatMap(({ not, test }) => {
			const known = knownTest(test, vocabulary);
			return known ? [{ not, test: known }] : [];
		}),
	}));
	const isWhole = alternatives.every(({ allOf }, index) => allOf.length === anyOf[index]?.allOf.length);
	return isWhole ? { anyOf: alternatives } : undefined;
};

const files = new Set(["file", "camera"]);

const knownTest = (test: CriterionTest, vocabulary: Vocabulary): CriterionTest | undefined => {
	const { fields, courses, steps } = vocabulary;
	const hasField = (id: string | undefined, isRight: (field: VocabularyField) => boolean): boolean =>
		fields.some((field) => field.fieldId === id && isRight(field));
	/** why not of a sensitive field: a comparison would say what was answered. */
	const hasOpen = (id: string | undefined, isRight: (field: VocabularyField) => boolean): boolean =>
		hasField(id, (field) => !field.isSensitive && isRight(field));
	const ifKnown = (isKnown: boolean): CriterionTest | undefined => (isKnown ? test : undefined);
	switch (test.about) {
		case "number": {
			const id = fieldIdIn(test.of);
			return ifKnown(id === undefined || hasOpen(id, ({ kind }) => kind === "number"));
		}
		case "date": {
			const id = fieldIdIn(test.of);
			return ifKnown(id === undefined || hasOpen(id, ({ kind }) => kind === "single-date"));
		}
		case "choice":
			return ifKnown(
				hasOpen(test.fieldId, ({ options }) =>
					test.values.every((value) => options.some((option) => option.value === value)),
				),
			);
		case "text":
			return ifKnown(
				hasOpen(
					test.fieldId,
					({ kind, options }) =>
						options.length === 0 && kind !== "number" && kind !== "single-date" && !files.has(kind),
				),
			);
		case "answered":
			return ifKnown(hasField(test.fieldId, () => true));
		case "course":
			return ifKnown(test.ids.every((id) => courses.some((course) => course.id === id)));
		case "stage":
			return ifKnown(test.ids.every((id) => steps.some((step) => step.id === id)));
		case "origin": {
			const places = test.places.flatMap((place) => knownPlace(place, vocabulary) ?? []);
			return places.length === test.places.length ? { ...test, places } : undefined;
		}
		default:
			return test;
	}
};

type Place = TestOf<"origin">["places"][number];
const fold = (name: string): string => foldedWords(name).join(" ");

/** Returns a place as it is spelt here. */
const knownPlace = ({ state, lga }: Place, { places }: Pick<Vocabulary, "places">): Place | undefined => {
	const found = places.find((one) => fold(one.state) === fold(state));
	if (!found || lga === null) return found && { state: found.state, lga: null };
	const area = found.lgas.find((one) => fold(one) === fold(lga));
	return area === undefined ? undefined : { state: found.state, lga: area };
};
