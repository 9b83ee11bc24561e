import { type Criterion, type CriterionTest, criterionOf } from "#worker/contract/criteria/criteria";
import { maxCriteria } from "#worker/contract/criteria/terms";
import { age, born, isClauseOver, submittedOn } from "#worker/services/assistant/translate/age-and-dates";
import { readComparison } from "#worker/services/assistant/translate/comparison";
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
import { tokenise, wordsOf } from "#worker/services/assistant/translate/tokens";
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
	whom holder compulsory mandatory either these any each every do does did but minimum : , . ; ! ? sex gender \n`
		.split(/ +|\t+/)
		.map((word) => word.trim()),
);
fillers.add("\n");
for (const word of ["need", "require", "doe"]) fillers.add(word);

/** Words and signs that part one thing that is asked for from the next. */
const parting = ["and", "&", "or", "/", "but", "plus", ",", ".", ";", ":", "\n", "(", ")"];

/** What applicants are who meet the criteria, whichever these are. */
const praise = new Set(["eligible", "qualified", "suitable", "qualifying"]);
const people = ["candidate", "applicant", "student", "people"];

/** Negations of everybody who follows: "except men from Lagos". */
const exclusions = [
	"other than",
	"apart from",
	"except for",
	"except",
	"excluding",
	"exclude",
	"nobody",
	"anyone but",
	"anybody but",
	"everyone but",
	"everybody but",
	"all but",
	...[
		"from all state but",
		"from any state but",
		"from every state but",
		"all state but",
		"any state but",
		"every state but",
	],
	...["from all state except", "from any state except", "from every state except"],
];

const negations = [
	...exclusions,
	"not yet",
	"not be",
	"not have",
	"not",
	"no",
	"without",
	"neither",
	"nor",
	"never",
	"dont have",
	"doesnt have",
	"dont",
	"doesnt",
	"isnt",
	"arent",
	"non",
];

/**
 * Words that turn what follows into something else. why: where they are not understood, what follows is not either: "hardly any
 * credit", "lives in Lagos", "no longer shortlisted".
 */
const turningWords = new Set(
	`less fewer than below under worse lower hardly barely longer yet previously formerly once lack lacking failed refused some few
	half most exactly unless live living lived resident residing reside residence based born school schooled posted
	working work kin anyone address contain containing mention mentioning choice`
		.split(/\s+/)
		.map((word) => wordsOf(word)[0] ?? word),
);
/** What a number before it counts. */
const countedTests: ReadonlySet<CriterionTest["about"]> = new Set(["references", "credits", "utmeSubjects", "payment"]);

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
	/** What is excluded by the last test, as long as nothing parts it from the next. */
	let excluded: { from: number; to: number } | undefined;
	/** Whether the words that were lost just before turn a test into another. */
	const isTurned = ({ about }: CriterionTest): boolean => {
		if (!lost) return false;
		const [before, last] = tokens.slice(Math.max(lost.from, lost.to - 2), lost.to);
		// why: in "without a photograph or a certificate" both are wanting; "not Yoruba and from Kogi" are two things.
		const goesOn = (last ?? before)?.word === "or" || (about === "answered" && tokens[lost.to]?.word === "and");
		if (goesOn && startsWithNegation(lost.from)) return true;
		const words = ["than", "of"].includes(last?.word ?? "") ? [before] : [last ?? before];
		return words.some(
			(one) =>
				one !== undefined && (turningWords.has(one.word) || (one.number !== undefined && countedTests.has(about))),
		);
	};
	const startsWithNegation = (at: number): boolean => {
		const from = reader.here;
		reader.here = at;
		const isNegation = reader.eatAny(...negations);
		reader.here = from;
		return isNegation;
	};
	const isOfEverybody = (at: number, found: Found): boolean => {
		const from = reader.here;
		reader.here = at;
		const isExclusion =
			reader.eatAny(...exclusions) || (reader.eat("no") && "test" in found && found.test.about === "gender");
		reader.here = from;
		return isExclusion;
	};
	const take = (found: Found, from: number) => {
		if (lost && ("sittings" in found || ("test" in found && isTurned(found.test)))) return lose(from, reader.here);
		endLost();
		if (excluded && "test" in found) {
			// why: "no men from Lagos" may leave out all men and everybody from Lagos, or only men from Lagos.
			criteria.pop();
			report(excluded.from, reader.here);
			excluded = undefined;
			return;
		}
		if ("choices" in found) {
			report(Math.min(from, negated ?? from), reader.here, found.choices);
		} else if ("sittings" in found) {
			if (!setSittings(criteria, found.sittings)) waiting = { count: found.sittings, from, to: reader.here };
		} else {
			if (negated !== undefined && !isOr && isOfEverybody(negated, found))
				excluded = { from: negated, to: reader.here };
			add(found.test, (found.not ?? false) !== (negated !== undefined));
			const bound =
				negated === undefined && criteria.at(-1)?.anyOf.length === 1 ? readOtherBound(reader, found.test) : undefined;
			if (bound) add(bound, false);
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
		if (parting.some((word) => reader.sees(word))) excluded = undefined;
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
	// why all: "women above 200 and men above 220" asks for two kinds of applicants, and each word belongs to one of them.
	if (isForNobody(criteria, lexicon)) {
		criteria.length = 0;
		notUnderstood.splice(0, notUnderstood.length, { words: text.trim(), choices: [] });
	}
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

/** What an applicant has one of, by a name, and which of it is asked for; undefined for others. */
const onlyOne = (
	test: CriterionTest,
	{ questions }: Lexicon,
): [name: string, values: readonly string[]] | undefined => {
	switch (test.about) {
		case "gender":
			return [test.about, [test.value]];
		case "course":
		case "stage":
			return [test.about, test.ids];
		case "origin":
			return [test.about, test.places.map(({ state }) => state)];
		case "choice": {
			const { fieldId, values } = test;
			const hasOne = questions.some(({ field }) => field.fieldId === fieldId && !field.hasSeveral);
			return hasOne ? [`choice ${fieldId}`, values] : undefined;
		}
		default:
			return undefined;
	}
};

/** Whether two of the criteria ask for what nobody has at once: two courses, two states, both genders. */
const isForNobody = (criteria: readonly Criterion[], lexicon: Lexicon): boolean => {
	const seen = new Map<string, readonly string[]>();
	for (const { anyOf } of criteria) {
		const [condition, ...others] = anyOf.flatMap(({ allOf }) => allOf);
		const one = condition && others.length === 0 && !condition.not ? onlyOne(condition.test, lexicon) : undefined;
		if (!one) continue;
		const [name, values] = one;
		const before = seen.get(name);
		if (before && !before.some((value) => values.includes(value))) return true;
		seen.set(name, values);
	}
	return false;
};

const lowerBounds: readonly string[] = ["above", "atLeast"];
const upperBounds: readonly string[] = ["below", "atMost"];

/** Reads the other end of what a number may be: "JAMB above 200 and below 250". */
const readOtherBound = (reader: Reader, test: CriterionTest): CriterionTest | undefined =>
	reader.attempt(() => {
		if (test.about !== "number" || !lowerBounds.includes(test.compare)) return undefined;
		reader.eatAny(",", "and", "but");
		const found = readComparison(reader);
		const isOther = found !== undefined && upperBounds.includes(found.compare) && found.value >= test.value;
		// why: "above 200, at most 2 sittings" counts something else, and "above 200, under 250 years" is no score.
		if (!isOther || (found.isOfYears && test.of !== "age")) return undefined;
		if (test.of === "age") reader.skip("year", "old");
		if (!isClauseOver(reader) || found.compare === "bare") return undefined;
		return { ...test, compare: found.compare, value: found.value };
	});

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
