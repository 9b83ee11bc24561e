import { fieldIdIn, fieldsIn } from "#worker/contract/criteria/criteria";
import { type CriteriaNames, criterionText, numberNames } from "#worker/contract/criteria/criteria-text";
import type { Facts, Sitting } from "#worker/contract/criteria/facts";
import { type Finding, judge, readNumber } from "#worker/contract/criteria/judge";
import { choicesOf, normalGrade } from "#worker/contract/criteria/judge-credits";
import { isSameSubject } from "#worker/contract/criteria/subjects";
import { necoGrades } from "#worker/contract/forms/neco-grades";
import type { ScorePart } from "#worker/contract/ranking/score-parts";

type PartOf<About extends ScorePart["about"]> = Extract<ScorePart, { about: About }>;

/** The points of one part, in hundredths, and what a part that is not known could add. */
interface PartScore {
	pointsHundredths: number;
	missingHundredths: number;
	/** The answers that decided. */
	because: readonly Finding[];
}

interface Score {
	pointsHundredths: number;
	/** The points with all that is not known at its best. */
	mostHundredths: number;
	parts: readonly PartScore[];
}

/** Scores one applicant. Pure: the same parts and facts always give the same score. */
export const scoreOf = (parts: readonly ScorePart[], facts: Facts): Score => {
	const scored = parts.map((part) => scorePart(part, facts));
	const pointsHundredths = scored.reduce((sum, one) => sum + one.pointsHundredths, 0);
	const missing = scored.reduce((sum, one) => sum + one.missingHundredths, 0);
	return { pointsHundredths, mostHundredths: pointsHundredths + missing, parts: scored };
};

const scorePart = (part: ScorePart, facts: Facts): PartScore => {
	if (part.about === "criteria") return scoreCriteria(part, facts);
	return part.about === "number" ? scoreNumber(part, facts) : scoreGrades(part, facts);
};

/** @param lowest @param highest parts of 1: what is known to be reached, and what can be */
const between = (weight: number, lowest: number, highest: number, because: readonly Finding[]): PartScore => {
	const hundredths = (share: number) => Math.round(weight * 100 * Math.min(1, Math.max(0, share)));
	const pointsHundredths = hundredths(lowest);
	return { pointsHundredths, missingHundredths: hundredths(highest) - pointsHundredths, because };
};

const scoreCriteria = ({ criteria, weight }: PartOf<"criteria">, facts: Facts): PartScore => {
	const { verdict, criteria: judged } = judge(criteria, facts);
	const deciding = judged.filter((one) => one.verdict === verdict).flatMap(({ because }) => because);
	return between(weight, verdict === "met" ? 1 : 0, verdict === "notMet" ? 0 : 1, deciding);
};

const scoreNumber = ({ of, outOf, weight }: PartOf<"number">, facts: Facts): PartScore => {
	const { label, texts } = numbersOf(of, facts);
	const numbers = texts.flatMap((text) => readNumber(text) ?? []);
	if (numbers.length === 0)
		return between(weight, 0, 1, [{ verdict: "cannotTell", label, answer: texts.join("; ") || null }]);
	const best = Math.max(...numbers);
	return between(weight, best / outOf, best / outOf, [{ verdict: "met", label, answer: `${best} of ${outOf}` }]);
};

const numbersOf = (of: string, facts: Facts): { label: string; texts: readonly string[] } => {
	const fieldId = fieldIdIn(of);
	if (fieldId === undefined) {
		const text = of === "utme" ? facts.utme : facts.postUtme;
		return { label: of === "utme" ? "UTME score" : "Post-UTME score", texts: text === null ? [] : [text] };
	}
	const field = facts.answers.get(fieldId);
	// why without what is masked: points would show a sensitive answer to everybody who sees the ranking.
	const texts = field?.copies.flatMap(({ text, mask }) => (mask === undefined ? (text ?? []) : [])) ?? [];
	return { label: field?.label ?? "Not in this form", texts };
};

/** The grade points of the best grade; of the others one less each, down to none. */
const bestGrade = necoGrades.length - 1;

/** @param unknown the grade points of a grade that is still awaited */
const gradePoints = (grade: string, unknown: number): number => {
	const place = necoGrades.indexOf(normalGrade(grade));
	return place < 0 ? unknown : bestGrade - place;
};

interface Counted {
	name: string;
	grade: string;
	points: number;
}

/** Returns the best subjects of some sittings, each counted once, by its best grade. */
const bestOf = (chosen: readonly Sitting[], subjects: number, unknown: number): Counted[] =>
	chosen
		.flatMap((sitting) => sitting.subjects)
		.map(({ name, grade }) => ({ name, grade, points: gradePoints(grade, unknown) }))
		.sort((one, other) => other.points - one.points)
		.filter(({ name }, index, all) => index === all.findIndex((one) => isSameSubject(one.name, name)))
		.slice(0, subjects);

const sumOf = (counted: readonly Counted[]): number => counted.reduce((sum, { points }) => sum + points, 0);

const scoreGrades = ({ subjects, sittings: most, weight }: PartOf<"grades">, facts: Facts): PartScore => {
	const { sittings, hasUnreadResults } = facts;
	const label = "O'level results";
	if (sittings.length === 0) return between(weight, 0, 1, [{ verdict: "cannotTell", label, answer: null }]);
	const choices = choicesOf(sittings, Math.min(most ?? sittings.length, sittings.length));
	const all = bestGrade * subjects;
	const known = choices
		.map((chosen) => bestOf(chosen, subjects, 0))
		.reduce((one, other) => (sumOf(other) > sumOf(one) ? other : one));
	const highest = hasUnreadResults
		? all
		: Math.max(...choices.map((chosen) => sumOf(bestOf(chosen, subjects, bestGrade))));
	const named = known.map(({ name, grade }) => `${name} ${grade.trim() || "awaited"}`).join(", ");
	return between(weight, sumOf(known) / all, highest / all, [
		{
			verdict: highest > sumOf(known) ? "cannotTell" : "met",
			label,
			answer: `${sumOf(known)} of ${all} grade points: ${named}`,
		},
	]);
};

/** Returns the ids of the form's fields that a score asks for. */
export const fieldsOfParts = (parts: readonly ScorePart[]): Set<string> =>
	new Set(
		parts.flatMap((part) => {
			if (part.about === "criteria") return [...fieldsIn(part.criteria)];
			return part.about === "number" ? (fieldIdIn(part.of) ?? []) : [];
		}),
	);

/** Writes a part of the score in words. */
export const partText = (part: ScorePart, names: CriteriaNames): string => {
	if (part.about === "criteria")
		return `${part.name}: ${part.criteria.map((criterion) => criterionText(criterion, names)).join("; and ")}`;
	if (part.about === "number") {
		const fieldId = fieldIdIn(part.of) ?? "";
		return `${numberNames[part.of] ?? names.fields.get(fieldId)?.label ?? fieldId}, out of ${part.outOf}`;
	}
	const { subjects, sittings } = part;
	const sat = sittings === null ? "" : sittings === 1 ? ", in one sitting" : `, in at most ${sittings} sittings`;
	return `Grades of the best ${subjects === 1 ? "O'level subject" : `${subjects} O'level subjects`}${sat}`;
};
