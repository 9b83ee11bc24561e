import {
	type Condition,
	type Criteria,
	type Criterion,
	type CriterionTest,
	fieldIdIn,
	type TestOf,
} from "#worker/contract/criteria/criteria";
import type { Answer, Facts } from "#worker/contract/criteria/facts";
import { judgeCredits } from "#worker/contract/criteria/judge-credits";
import { isSameSubject } from "#worker/contract/criteria/subjects";
import type { Verdict } from "#worker/contract/criteria/terms";
import { allOf, anyOf, opposite, verdictOf } from "#worker/contract/criteria/three-valued";
import { foldedWords } from "#worker/contract/text/fold-text";

/** One test of one applicant, with the answer that decided it; null where there is none. */
export interface Finding {
	verdict: Verdict;
	label: string;
	answer: string | null;
}

export interface JudgedCriterion {
	verdict: Verdict;
	/** The answers that decided the criterion, in its order. */
	because: readonly Finding[];
}

export interface Judgement {
	verdict: Verdict;
	criteria: readonly JudgedCriterion[];
}

/** Judges one applicant. Pure: the same criteria and facts always give the same judgement. */
export const judge = (criteria: Criteria, facts: Facts): Judgement => {
	const judged = criteria.map((criterion) => judgeCriterion(criterion, facts));
	return { verdict: allOf(judged.map(({ verdict }) => verdict)), criteria: judged };
};

const judgeCriterion = ({ anyOf: alternatives }: Criterion, facts: Facts): JudgedCriterion => {
	const judged = alternatives.map(({ allOf: conditions }) => {
		const findings = conditions.map((condition) => judgeCondition(condition, facts));
		return { verdict: allOf(findings.map(({ verdict }) => verdict)), findings };
	});
	const verdict = anyOf(judged.map((one) => one.verdict));
	// why one when it is met: the first alternative that holds is reason enough.
	const deciding = judged.filter((one) => one.verdict === verdict).slice(0, verdict === "met" ? 1 : undefined);
	return {
		verdict,
		because: deciding.flatMap(({ findings }) => findings.filter((finding) => finding.verdict === verdict)),
	};
};

const judgeCondition = ({ not, test }: Condition, facts: Facts): Finding => {
	const finding = judgeTest(test, facts);
	return not ? { ...finding, verdict: opposite(finding.verdict) } : finding;
};

/** Judges one test. */
const judgeTest = (test: CriterionTest, facts: Facts): Finding => {
	switch (test.about) {
		case "credits":
			return judgeCredits(test, facts);
		case "number":
			return judgeNumber(test, facts);
		case "utmeSubjects":
			return judgeUtmeSubjects(test, facts);
		case "date":
			return judgeDate(test, facts);
		case "choice":
			return judgeCopies(facts, test.fieldId, ({ values }) =>
				verdictOf(values.some((value) => test.values.includes(value))),
			);
		case "text": {
			const wanted = ` ${foldedWords(test.words).join(" ")} `;
			return judgeCopies(facts, test.fieldId, ({ text }) =>
				verdictOf(` ${foldedWords(text ?? "").join(" ")} `.includes(wanted)),
			);
		}
		case "answered":
			return judgeAnswered(test, facts);
		case "origin":
			return judgeOrigin(test, facts);
		case "course":
			return known("Course", facts.course.title, test.ids.includes(facts.course.id));
		case "stage":
			return known("Stage", facts.stage.name, test.ids.includes(facts.stage.id));
		case "gender":
			return facts.gender === null
				? unknown("Gender")
				: known("Gender", genders[facts.gender] ?? facts.gender, facts.gender === test.value);
		case "payment":
			return judgePayment(test, facts);
		case "references":
			return judgeReferences(test, facts);
		case "submitted":
			return known("Form", facts.isSubmitted ? "Submitted" : "Not submitted", facts.isSubmitted);
	}
};

const genders: Record<string, string> = { F: "Female", M: "Male" };

const unknown = (label: string, answer: string | null = null): Finding => ({ verdict: "cannotTell", label, answer });
const known = (label: string, answer: string, holds: boolean): Finding => ({
	verdict: verdictOf(holds),
	label,
	answer,
});

/** Reads a number as applicants type it; null for anything else, of which nothing can be said. */
export const readNumber = (text: string | null): number | null => {
	const plain = (text ?? "").trim().replace(/,(?=\d{3}\b)/g, "");
	return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
};

const holdsOf = ({ compare, value, to }: TestOf<"number">, number: number): boolean => {
	switch (compare) {
		case "atLeast":
			return number >= value;
		case "above":
			return number > value;
		case "atMost":
			return number <= value;
		case "below":
			return number < value;
		case "equal":
			return number === value;
		case "between":
			return number >= value && number <= (to ?? value);
	}
};

const judgeNumber = (test: TestOf<"number">, facts: Facts): Finding => {
	const fieldId = fieldIdIn(test.of);
	if (fieldId !== undefined) return judgeCopies(facts, fieldId, (answer) => numberVerdict(test, answer.text));
	if (test.of === "age") {
		const age = ageOn(facts.today, facts.birthDate);
		return age === null ? unknown("Age") : known("Age", `${age}`, holdsOf(test, age));
	}
	const [label, text] = test.of === "utme" ? ["UTME score", facts.utme] : ["Post-UTME score", facts.postUtme];
	return { verdict: numberVerdict(test, text), label, answer: text };
};

const numberVerdict = (test: TestOf<"number">, text: string | null): Verdict => {
	const number = readNumber(text);
	return number === null ? "cannotTell" : verdictOf(holdsOf(test, number));
};

/** Returns the completed years between two days, YYYY-MM-DD. */
const ageOn = (today: string, birthDate: string | null): number | null => {
	if (birthDate === null || !isDay(birthDate) || birthDate > today) return null;
	const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
	return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
};

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

const judgeUtmeSubjects = ({ subjects, atLeast }: TestOf<"utmeSubjects">, facts: Facts): Finding => {
	const label = "UTME subjects";
	const named = facts.utmeSubjects.filter(({ name }) => name.trim() !== "");
	if (named.length === 0) return unknown(label);
	const verdictIn = (wanted: readonly string[]): Verdict => {
		const found = named.filter(({ name }) => wanted.some((one) => isSameSubject(one, name)));
		// why: a subject that was left blank may be the wanted one.
		if (found.length === 0 && named.length < facts.utmeSubjects.length) return "cannotTell";
		return anyOf(
			found.map(({ score }) => {
				if (atLeast === null) return "met";
				const number = readNumber(score);
				return number === null ? "cannotTell" : verdictOf(number >= atLeast);
			}),
		);
	};
	const answer = named.map(({ name, score }) => (score ? `${name} ${score}` : name)).join(", ");
	return { verdict: allOf(subjects.map(verdictIn)), label, answer };
};

const judgeDate = (test: TestOf<"date">, facts: Facts): Finding => {
	const fieldId = fieldIdIn(test.of);
	const verdictOn = (day: string | null | undefined): Verdict =>
		day && isDay(day)
			? verdictOf((test.from === null || day >= test.from) && (test.to === null || day <= test.to))
			: "cannotTell";
	if (fieldId !== undefined) return judgeCopies(facts, fieldId, ({ values }) => verdictOn(values[0]?.slice(0, 10)));
	const [label, day] = test.of === "birth" ? ["Date of birth", facts.birthDate] : ["Submitted", facts.submittedOn];
	return { verdict: verdictOn(day), label, answer: day };
};

/**
 * Judges the copies of a field: one that holds is enough, and one that is blank leaves it open. why a sensitive one too: who may not
 * reveal an answer would find it by asking for one after the other.
 */
const judgeCopies = (facts: Facts, fieldId: string, verdictIn: (answer: Answer) => Verdict): Finding => {
	const field = facts.answers.get(fieldId);
	if (!field) return unknown("Not in this form");
	const judged = field.copies.map((copy) => ({
		copy,
		verdict: copy.text === null || copy.mask !== undefined ? ("cannotTell" as const) : verdictIn(copy),
	}));
	const verdict = judged.length === 0 ? "cannotTell" : anyOf(judged.map((one) => one.verdict));
	const shown = judged.filter((one) => one.verdict === verdict).flatMap(({ copy }) => copy.mask ?? copy.text ?? []);
	return { verdict, label: field.label, answer: shown.length === 0 ? null : shown.join("; ") };
};

/** why no "cannot tell" where the form asks: whether there is an answer is what is asked. */
const judgeAnswered = ({ fieldId }: TestOf<"answered">, facts: Facts): Finding => {
	const field = facts.answers.get(fieldId);
	if (!field) return unknown("Not in this form");
	const texts = field.copies.flatMap(({ text, mask }) => mask ?? text ?? []);
	const nothing = field.isFile ? "No file" : "No answer";
	return known(field.label, texts.join("; ") || nothing, texts.length > 0);
};

const isSamePlace = (one: string, other: string): boolean =>
	foldedWords(one)
		.join(" ")
		.replace(/ state$/, "") ===
	foldedWords(other)
		.join(" ")
		.replace(/ state$/, "");

const judgeOrigin = ({ places }: TestOf<"origin">, { origin }: Facts): Finding => {
	const label = "State of origin";
	if (origin === null) return unknown(label);
	const verdict = anyOf(
		places.map(({ state, lga }): Verdict => {
			if (!isSamePlace(state, origin.state)) return "notMet";
			if (lga === null) return "met";
			return origin.lga === null ? "cannotTell" : verdictOf(isSamePlace(lga, origin.lga));
		}),
	);
	return { verdict, label, answer: [origin.lga, origin.state].filter(Boolean).join(", ") };
};

const judgePayment = ({ state }: TestOf<"payment">, { payment: { isPaid, isPending } }: Facts): Finding => {
	const answer = [isPaid ? "Paid" : "Nothing paid", ...(isPending ? ["a payment is pending"] : [])].join(", ");
	const holds = {
		paid: isPaid,
		unpaid: !isPaid,
		pending: isPending,
		settled: isPaid && !isPending,
	};
	return known("Payments", answer, holds[state]);
};

const judgeReferences = ({ state }: TestOf<"references">, { referencesMissing: missing }: Facts): Finding => {
	const found = missing === null ? "none" : missing > 0 ? "outstanding" : "received";
	const texts = { none: "None asked for", outstanding: `${missing} outstanding`, received: "All received" };
	return known("References", texts[found], found === state);
};
