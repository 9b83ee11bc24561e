import type { TestOf } from "#worker/contract/criteria/criteria";
import type { Facts, Sitting } from "#worker/contract/criteria/facts";
import type { Finding } from "#worker/contract/criteria/judge";
import { isSameSubject } from "#worker/contract/criteria/subjects";
import { passGrades } from "#worker/contract/criteria/terms";
import { verdictOf } from "#worker/contract/criteria/three-valued";
import { necoGrades } from "#worker/contract/forms/neco-grades";

type Test = TestOf<"credits">;

/** Returns every choice of `size` sittings. */
export const choicesOf = (sittings: readonly Sitting[], size: number): Sitting[][] => {
	if (size === 0) return [[]];
	return sittings.flatMap((sitting, index) =>
		choicesOf(sittings.slice(index + 1), size - 1).map((others) => [sitting, ...others]),
	);
};

/** Writes a grade as the list of grades has it. */
export const normalGrade = (grade: string): string => grade.trim().toUpperCase();

/** Checks whether a grade is good enough; a grade that is still awaited counts as `unknown` says. */
const isPassed = (grade: string, least: string, unknown: boolean): boolean => {
	const place = necoGrades.indexOf(normalGrade(grade));
	return place < 0 ? unknown : place <= passGrades.indexOf(least);
};

const holds = (chosen: readonly Sitting[], { atLeast, grade, subjects }: Test, unknown: boolean): boolean => {
	const passed = chosen.flatMap((sitting) => sitting.subjects.filter((one) => isPassed(one.grade, grade, unknown)));
	const distinct = passed.filter(
		({ name }, index) => index === passed.findIndex((one) => isSameSubject(one.name, name)),
	);
	const has = (wanted: readonly string[]) => wanted.some((name) => passed.some((one) => isSameSubject(one.name, name)));
	return distinct.length >= (atLeast ?? 0) && subjects.every(has);
};

/** Judges O'level results: by the best choice of sittings, with awaited grades once as failed and once as passed. */
export const judgeCredits = (test: Test, facts: Facts): Finding => {
	const { sittings, hasUnreadResults } = facts;
	const label = "O'level results";
	if (sittings.length === 0) return { verdict: "cannotTell", label, answer: null };
	const choices = choicesOf(sittings, Math.min(test.sittings ?? sittings.length, sittings.length));
	const met = choices.find((chosen) => holds(chosen, test, false));
	if (met) return { verdict: "met", label, answer: textOf(met, test) };
	const isPossible = hasUnreadResults || choices.some((chosen) => holds(chosen, test, true));
	return { verdict: isPossible ? "cannotTell" : verdictOf(false), label, answer: textOf(sittings, test) };
};

/** Writes the results that decide: how many count, and the grades in the named subjects. */
const textOf = (chosen: readonly Sitting[], { grade, subjects }: Test): string =>
	chosen
		.map((sitting) => {
			const passed = sitting.subjects.filter((one) => isPassed(one.grade, grade, false)).length;
			const counted = `${passed} of ${sitting.subjects.length} with ${grade} or better`;
			const named = subjects.flat().flatMap((name) => {
				const found = sitting.subjects.find((one) => isSameSubject(one.name, name));
				return found ? [`${found.name} ${found.grade.trim() || "without a grade"}`] : [`no ${name}`];
			});
			return `${sitting.title}: ${[counted, ...new Set(named)].join(", ")}`;
		})
		.join("; ");
