import { passGrades } from "#worker/contract/criteria/terms";
import { type Compared, readComparison } from "#worker/services/assistant/translate/comparison";
import type { Found, Rule } from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";
import { readSubjects, type SubjectList } from "#worker/services/assistant/translate/subjects";

const grades = passGrades.map((grade) => [grade, grade.toLowerCase()] as const);

/** Reads a grade with what goes with it: "at least C6", "B3 or better". */
const readGrade = (reader: Reader): string | undefined =>
	reader.attempt(() => {
		reader.eatAny("at least", "a minimum of", "minimum of", "minimum", "not less than", "not below", "not lower than");
		reader.skip("a", "an", "grade", "of");
		const word = reader.tokens[reader.here]?.word ?? "";
		const grade = grades.find(([, folded]) => folded === word)?.[0];
		if (grade === undefined) return undefined;
		reader.here++;
		reader.eatAny("or better", "and better", "or above", "and above", "or higher", "and higher", "upward");
		return grade;
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

const readSittingsCount = (reader: Reader): number | undefined =>
	reader.attempt(() => {
		reader.eatAny("obtained", "made", "all", "gotten", "got");
		reader.eatAny("in", "at", "from", "within", "over", "by");
		reader.eatAny(
			"not more than",
			"no more than",
			"at most",
			"a maximum of",
			"maximum of",
			"maximum",
			"up to",
			"not exceeding",
		);
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
		const better = reader.attempt(() => (reader.eatAny("with", "at", "of", "graded") ? readGrade(reader) : undefined));
		if (better) grade = better;
		if (reader.here === before) break;
	}
	// why: "at most two credits" and "exactly five" are not what results are asked for.
	if (compared && !["bare", "atLeast", "above"].includes(compared.compare)) return undefined;
	if (compared && !Number.isInteger(compared.value)) return undefined;
	const least = compared && (compared.compare === "above" ? compared.value + 1 : compared.value);
	const others = list?.others ?? 0;
	const together = others > 0 ? (list?.subjects.length ?? 0) + others : null;
	const atLeast = least !== undefined && together !== null ? Math.max(least, together) : (least ?? together);
	if (atLeast === null && !list) return undefined;
	if (atLeast !== null && (atLeast < 1 || atLeast > 15)) return undefined;
	return {
		test: { about: "credits", atLeast, grade, subjects: list?.subjects ?? [], sittings: count ?? null },
	};
};

/** "At least five credits including English and Mathematics in one sitting", "C6 in Physics", "passed Maths". */
export const credits: Rule = (reader) =>
	reader.attempt(() => {
		const compared = readComparison(reader);
		skipExam(reader);
		const graded = readGrade(reader);
		if (graded) {
			if (reader.eat("in") || reader.eat("for")) {
				const list = readSubjects(reader);
				return list && readRest(reader, { compared, grade: graded, list });
			}
			return compared && reader.eat("subject")
				? readRest(reader, { compared, grade: graded, list: undefined })
				: undefined;
		}
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
			return readRest(reader, { compared, grade: "C6", list: undefined });
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
