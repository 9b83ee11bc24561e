import { type Criterion, type CriterionTest, criterionOf } from "#worker/contract/criteria/criteria";
import { maxCriteria } from "#worker/contract/criteria/terms";
import { age, born, submittedOn } from "#worker/services/assistant/translate/age-and-dates";
import { course } from "#worker/services/assistant/translate/course";
import { credits, sittings, subjectsFirst } from "#worker/services/assistant/translate/credits";
import { fieldByLabel, optionAlone } from "#worker/services/assistant/translate/fields";
import { fixed } from "#worker/services/assistant/translate/fixed-phrases";
import type { Found, Rule } from "#worker/services/assistant/translate/found";
import type { Lexicon } from "#worker/services/assistant/translate/lexicon";
import { origin } from "#worker/services/assistant/translate/origin";
import { answerOfQuestion, yesToQuestion } from "#worker/services/assistant/translate/questions";
import { Reader } from "#worker/services/assistant/translate/reader";
import { stage } from "#worker/services/assistant/translate/stage";
import { tokenise } from "#worker/services/assistant/translate/tokens";
import { postUtmeScore, utmeScore, utmeSubjects } from "#worker/services/assistant/translate/utme";

/** Words that could not be read, as they were typed, and what they may have meant. */
export interface NotUnderstood {
	words: string;
	choices: readonly string[];
}

export interface Translation {
	criteria: Criterion[];
	notUnderstood: NotUnderstood[];
	/** Words that were read as others. */
	corrections: { typed: string; readAs: string }[];
}

/** Words that only join others. */
const fillers = new Set(
	`a an the and & with who whose that which have has having had are is be been being was were must should shall will can
	may need needs required require please show find list give get select me us i we want looking look for of to in at on
	candidate applicant student people person those all everyone everybody only also both their they them he she his her
	must also as well currently already has obtained possess possessing hold holding plus additionally furthermore then
	whom holder compulsory mandatory these any each every do does did but minimum : , . ; ! ? sex gender \n`
		.split(/ +|\t+/)
		.map((word) => word.trim()),
);
fillers.add("\n");
for (const word of ["need", "require", "doe"]) fillers.add(word);

/** What applicants are who meet the criteria, whichever these are. */
const praise = new Set(["eligible", "qualified", "suitable", "qualifying"]);
const people = ["candidate", "applicant", "student", "people"];

const negations = [
	"other than",
	"apart from",
	"not be",
	"not have",
	"not",
	"no",
	"without",
	"except for",
	"except",
	"excluding",
	"never",
	"dont have",
	"doesnt have",
	"dont",
	"doesnt",
	"isnt",
	"arent",
	"nobody",
	"non",
];

/**
 * Translates what an office asks for into criteria, by the words of the application's own form. What is not
 * understood is reported as it was typed, and never guessed.
 */
export const translate = (text: string, lexicon: Lexicon): Translation => {
	const tokens = tokenise(text, lexicon.words);
	const reader = new Reader(tokens, lexicon);
	const rules: Rule[] = [
		credits,
		utmeSubjects,
		postUtmeScore,
		utmeScore,
		subjectsFirst,
		sittings,
		submittedOn,
		born,
		age,
		fixed,
		course,
		origin,
		stage,
		fieldByLabel(text),
		answerOfQuestion,
		yesToQuestion,
		optionAlone,
	];
	const criteria: Criterion[] = [];
	const notUnderstood: NotUnderstood[] = [];
	let isOr = false;
	let negated: number | undefined;
	/** Where the words that are not understood begin and end; undefined while all is understood. */
	let lost: { from: number; to: number } | undefined;
	/** Sittings that were named before the results. */
	let waiting: { count: number; from: number; to: number } | undefined;

	const wordsBetween = (from: number, to: number) =>
		text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? text.length).trim();
	const report = (from: number, to: number, choices: readonly string[] = []) =>
		notUnderstood.push({ words: wordsBetween(from, to), choices });
	const endLost = () => {
		if (lost) report(lost.from, lost.to);
		lost = undefined;
	};
	/** Where applicants are called eligible: by the criteria, if there are any. */
	const praised: number[] = [];
	let orAt = 0;
	const lose = (from: number, to: number) => {
		const start = Math.min(from, negated ?? from, isOr ? orAt : from);
		lost = lost ? { from: lost.from, to } : { from: start, to };
		negated = undefined;
		isOr = false;
	};
	const add = (test: CriterionTest, not: boolean) => {
		const last = criteria.at(-1);
		if (isOr && last) criteria[criteria.length - 1] = { anyOf: [...last.anyOf, { allOf: [{ not, test }] }] };
		else criteria.push(criterionOf(test, not));
		isOr = false;
	};
	const take = (found: Found, from: number) => {
		endLost();
		if ("choices" in found) {
			report(Math.min(from, negated ?? from), reader.here, found.choices);
		} else if ("sittings" in found) {
			if (!setSittings(criteria, found.sittings)) waiting = { count: found.sittings, from, to: reader.here };
		} else {
			add(found.test, (found.not ?? false) !== (negated !== undefined));
			if (waiting && setSittings(criteria, waiting.count)) waiting = undefined;
		}
		negated = undefined;
	};

	while (!reader.isAtEnd) {
		const from = reader.here;
		const found = firstOf(rules, reader);
		if (found) {
			take(found, from);
			continue;
		}
		reader.here = from;
		if (reader.eat("or") || reader.eat("/")) {
			// why: "or" after words that are lost belongs to them.
			if (lost || criteria.length === 0) lose(from, reader.here);
			else {
				isOr = true;
				orAt = from;
			}
			continue;
		}
		if (reader.eatAny(...negations)) {
			if (lost) endLost();
			negated = from;
			continue;
		}
		reader.here = from + 1;
		const word = tokens[from]?.word ?? "";
		if (praise.has(word) && people.some((one) => reader.sees(one))) {
			praised.push(from);
			continue;
		}
		const isBreak = /^[,.;:\n()!?]$/.test(word);
		if (isBreak) {
			endLost();
			if (negated !== undefined) report(negated, from);
			negated = undefined;
		}
		if (isBreak || fillers.has(word)) continue;
		lose(from, reader.here);
	}
	if (negated !== undefined) report(negated, tokens.length);
	endLost();
	if (waiting) report(waiting.from, waiting.to);
	if (criteria.length === 0) for (const from of praised) report(from, from + 1);
	const kept = criteria.slice(0, maxCriteria);
	if (criteria.length > maxCriteria) notUnderstood.push({ words: `More than ${maxCriteria} criteria`, choices: [] });
	return {
		criteria: kept,
		notUnderstood,
		corrections: tokens.flatMap(({ readAs, start, end }) =>
			readAs === undefined ? [] : [{ typed: text.slice(start, end), readAs }],
		),
	};
};

const firstOf = (rules: readonly Rule[], reader: Reader): Found | undefined => {
	for (const rule of rules) {
		const from = reader.here;
		const found = rule(reader);
		if (found) return found;
		reader.here = from;
	}
	return undefined;
};

/** Gives the last results that were asked for a number of sittings; false where there are none. */
const setSittings = (criteria: Criterion[], count: number): boolean => {
	const last = criteria.findLast(({ anyOf }) =>
		anyOf.some(({ allOf }) => allOf.some(({ test }) => test.about === "credits")),
	);
	if (!last) return false;
	for (const { allOf } of last.anyOf)
		for (const { test } of allOf) if (test.about === "credits" && test.sittings === null) test.sittings = count;
	return true;
};
