import { passGrades } from "#worker/contract/criteria/terms";
import { type Compared, readComparison } from "#worker/services/assistant/translate/comparison";
import { type Found, foundTest, type Rule } from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";
import { readSubjects, type SubjectList } from "#worker/services/assistant/translate/subjects";

const grades = passGrades.map((grade) => [grade, grade.toLowerCase()] as const);

const orBetter = ["or better", "and better", "or above", "and above", "or higher", "and higher", "upward"] as const;

/** Returns the least grade of a letter: a "B" is B2 or B3. */
const ofLetter = (letter: string): (typeof passGrades)[number] | undefined =>
	passGrades.findLast((grade) => grade.toLowerCase().startsWith(letter));

/** Reads "A's", "a B in", "grade C", "an A grade"; a letter alone is a word of other sentences. */
const readLetter = (reader: Reader) =>
	reader.attempt(() => {
		const wordAt = (place: number) => reader.tokens[place]?.word ?? "";
		const isLetter = (word: string) => /^[a-e]$/.test(word);
		const plural = /^([a-e])'s$/.exec(wordAt(reader.here))?.[1];
		if (plural) {
			reader.here++;
			return ofLetter(plural);
		}
		if (
			!reader.eat("an") &&
			reader.sees("a") &&
			(isLetter(wordAt(reader.here + 1)) || wordAt(reader.here + 1) === "grade")
		)
			reader.here++;
		const isNamed = reader.eatAny("grade of", "grade");
		const letter = wordAt(reader.here);
		if (!isLetter(letter)) return undefined;
		reader.here++;
		const isGrade = reader.eat("grade") || isNamed || ["in", "for", ...orBetter].some((phrase) => reader.sees(phrase));
		return isGrade ? ofLetter(letter) : undefined;
	});

/** Reads a grade, or a letter for all of its grades. */
const readOneGrade = (reader: Reader) =>
	readLetter(reader) ??
	reader.attempt(() => {
		reader.skip("a", "an", "grade", "of");
		const word = (reader.tokens[reader.here]?.word ?? "").replace(/^([a-e]\d)s$/, "$1");
		const grade = grades.find(([, folded]) => folded === word)?.[0];
		if (grade !== undefined) reader.here++;
		return grade;
	});

/** Reads a grade with what goes with it: "at least C6", "B3 or better", "A's and B's", "A1 to C6". */
const readGrade = (reader: Reader): string | undefined =>
	reader.attempt(() => {
		reader.eatAny("at least", "a minimum of", "minimum of", "minimum", "not less than", "not below", "not lower than");
		const isRange = reader.eatAny("between", "from");
		const grade = readOneGrade(reader);
		if (grade === undefined) return undefined;
		// why the lower of two grades: an applicant with the higher one meets it too.
		const other = reader.attempt(() => {
			const isAlso = !reader.eatAny("to", "or", "/") && reader.eat("and");
			// why only a plural: "C6 and B3 in Mathematics" are two things.
			if (isAlso && !isRange && !/^[a-e](\d|')s$/.test(reader.tokens[reader.here]?.word ?? "")) return undefined;
			return readOneGrade(reader);
		});
		reader.eatAny(...orBetter);
		return other !== undefined && passGrades.indexOf(other) > passGrades.indexOf(grade) ? other : grade;
	});

/** "In five subjects", after the grade. */
const readCountOfSubjects = (reader: Reader): Compared | undefined =>
	reader.attempt(() => {
		if (!reader.eatAny("in", "for")) return undefined;
		const compared = readComparison(reader);
		return compared && reader.eat("subject") ? compared : undefined;
	});

const skipExam = (reader: Reader): void => {
	while (
		reader.eatAny(
			"in waec or neco",
			"in waec/neco",
			"in neco/waec",
			"in neco or waec",
			"waec or neco",
			"waec/neco",
			"neco/waec",
			"neco or waec",
		) ||
		reader.eatAny(
			"in ssce",
			"in the ssce",
			"ssce",
			"in olevel",
			"in their olevel",
			"at olevel",
			"olevel",
			"in o level",
			"at o level",
			"o level",
			"ordinary level",
		) ||
		reader.eatAny("in the olevel", "in the o level", "in olevel result")
	);
};

const limits = [
	"not more than",
	"no more than",
	"at most",
	"a maximum of",
	"maximum of",
	"maximum",
	"up to",
	"not exceeding",
] as const;

const readSittingsCount = (reader: Reader): number | undefined =>
	reader.attempt(() => {
		reader.eatAny("obtained", "made", "all", "gotten", "got");
		// why before too: "at most" begins with a word that stands alone.
		if (!reader.eatAny(...limits)) {
			reader.eatAny("in", "at", "from", "within", "over", "by");
			reader.eatAny(...limits);
		}
		reader.skip("just", "only", "the");
		if (reader.eatAny("a single sitting", "single sitting", "same sitting", "a sitting")) return 1;
		const first = reader.number();
		if (first === undefined) return undefined;
		const second = reader.attempt(() => (reader.eat("or") ? reader.number() : undefined));
		const count = second ?? first;
		return reader.eat("sitting") && count >= 1 && count <= 9 ? count : undefined;
	});

/** "in one sitting" on its own: it belongs to the results named before or after. */
export const sittings: Rule = (reader) => {
	const count = readSittingsCount(reader);
	if (count === undefined) return undefined;
	reader.eatAny("only", "result");
	return { sittings: count };
};

interface Credits {
	compared: Compared | undefined;
	grade: string;
	list: SubjectList | undefined;
}

/** Reads what follows credits: in which subjects, in how many sittings, with which grade. */
const readRest = (reader: Reader, { compared, grade: first, list: given }: Credits): Found | undefined => {
	let list = given;
	let count: number | undefined;
	let grade = first;
	for (;;) {
		const before = reader.here;
		skipExam(reader);
		const found =
			count === undefined
				? reader.attempt(() => {
						reader.eat(",");
						return readSittingsCount(reader);
					})
				: undefined;
		if (found !== undefined) {
			count = found;
			reader.eat("only");
		}
		if (!list)
			list = reader.attempt(() => {
				reader.eatAny(", ", ",");
				const isNamed = reader.eatAny(
					"that must include",
					"which must include",
					"must include",
					"which include",
					"that include",
					"and this must include",
					"including credit in",
					"including",
					"incl",
					"inclusive of",
					"to include",
					"include",
					"among them",
					"in",
					"with credit in",
					"with",
				);
				if (!isNamed) return undefined;
				reader.skip(":", ".");
				return readSubjects(reader);
			});
		const named = reader.attempt(() => {
			if (!reader.eatAny("with", "at", "of", "graded")) return undefined;
			return reader.eatAny("credit level", "credit grade") ? "C6" : readGrade(reader);
		});
		if (named) grade = named;
		if (list) reader.eatAny(...orBetter);
		if (reader.here === before) break;
	}
	if (compared && !Number.isInteger(compared.value)) return undefined;
	if (compared?.compare === "equal") return { choices: [`at least ${compared.value} credits`] };
	const isFew = compared?.compare === "atMost" || compared?.compare === "below";
	// why: "at most two, including English" may ask for English, or for fewer others.
	if (compared?.compare === "between" || (isFew && (list || count !== undefined))) return { choices: [] };
	const least = compared && (["above", "atMost"].includes(compared.compare) ? compared.value + 1 : compared.value);
	const others = list?.others ?? 0;
	const together = others > 0 ? (list?.subjects.length ?? 0) + others : null;
	const atLeast = least !== undefined && together !== null ? Math.max(least, together) : (least ?? together);
	if (atLeast === null && !list) return undefined;
	if (atLeast !== null && (atLeast < 1 || atLeast > 15)) return undefined;
	return foundTest(
		{ about: "credits", atLeast, grade, subjects: list?.subjects ?? [], sittings: count ?? null },
		isFew,
	);
};

/** why: "no D7" is not "not D7 or better", which only a failure is. */
const isDenied = (reader: Reader, start: number): boolean =>
	["no", "without", "not"].includes(reader.tokens[start - 1]?.word ?? "") &&
	!reader.tokens
		.slice(start, reader.here)
		.some(({ word }) => ["better", "above", "higher", "least", "up"].includes(word));

/** Asks which grades are meant: some call A1 alone a distinction, others B3 too. */
const readDistinctions = (reader: Reader, compared: Compared | undefined): Found | undefined => {
	if (!reader.eat("distinction")) return undefined;
	if (compared) return ofGrades((grade) => `${compared.value} subjects with ${grade}`);
	if (!reader.eatAny("in", "for")) return undefined;
	const list = readSubjects(reader);
	return list && ofGrades((grade) => `${grade} in ${list.subjects.map((some) => some.join(" or ")).join(", ")}`);
};

const ofGrades = (inWords: (grade: string) => string): Found => ({
	choices: ["A1", "B3 or better"].map(inWords),
});

/** "At least five credits including English and Mathematics in one sitting", "C6 in Physics", "passed Maths". */
export const credits: Rule = (reader) =>
	reader.attempt(() => {
		const start = reader.here;
		const compared = readComparison(reader);
		skipExam(reader);
		const graded = readGrade(reader);
		if (graded) {
			if (isDenied(reader, start) && graded !== "A1") return undefined;
			// why: "at most one D7" is not "at most one with D7 or better".
			if (compared && ["atMost", "below"].includes(compared.compare) && graded !== "A1") return { choices: [] };
			const count = compared ? undefined : readCountOfSubjects(reader);
			if (count) return readRest(reader, { compared: count, grade: graded, list: undefined });
			if (reader.eat("in") || reader.eat("for")) {
				const list = readSubjects(reader);
				return list && readRest(reader, { compared, grade: graded, list });
			}
			if (!compared) return undefined;
			reader.eat("subject");
			return readRest(reader, { compared, grade: graded, list: undefined });
		}
		const distinctions = readDistinctions(reader, compared);
		if (distinctions) return distinctions;
		const isCredit = reader.eatAny(
			"credit pass",
			"credit level pass",
			"subject at credit level",
			"subject with credit",
			"credit grade",
			"credit",
		);
		if (isCredit) {
			reader.eatAny("or better", "or above", "or higher", "and above", "level", "subject", "unit");
			const count = compared ?? readCountOfSubjects(reader);
			return readRest(reader, { compared: count, grade: "C6", list: undefined });
		}
		if (compared && reader.eat("subject")) {
			skipExam(reader);
			if (!reader.eatAny("with", "at", "graded", "on")) return undefined;
			const grade = reader.eatAny("credit level", "credit") ? "C6" : readGrade(reader);
			return grade ? readRest(reader, { compared, grade, list: undefined }) : undefined;
		}
		const isPassed = reader.eatAny("passed", "a pass in", "at least a pass in", "pass in", "passing");
		if (!isPassed)
			return compared && reader.eat("pass") ? readRest(reader, { compared, grade: "E8", list: undefined }) : undefined;
		const list = readSubjects(reader);
		return list && readRest(reader, { compared, grade: "E8", list });
	});

/** "English and Mathematics credits", "Physics at credit level", "Maths: at least C6". */
export const subjectsFirst: Rule = (reader) =>
	reader.attempt(() => {
		const list = readSubjects(reader);
		if (!list) return undefined;
		reader.skip(":", "must", "be", "should");
		const grade =
			reader.attempt(() => {
				reader.eatAny("with", "at", "of", "is", "are", "grade");
				return readGrade(reader);
			}) ??
			(reader.eatAny(
				"credit pass",
				"credit",
				"at credit level",
				"with credit",
				"at least credit",
				"at least at credit level",
			)
				? "C6"
				: undefined);
		return grade ? readRest(reader, { compared: undefined, grade, list }) : undefined;
	});
