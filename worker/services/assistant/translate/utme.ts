import { type Compared, readComparison } from "#worker/services/assistant/translate/comparison";
import type { Found, Rule } from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";
import { readSubjects, type SubjectList } from "#worker/services/assistant/translate/subjects";

const utmeNames = [
	"jamb utme",
	"utme jamb",
	"jamb/utme",
	"utme/jamb",
	"jamb",
	"utme",
	"unified tertiary matriculation examination",
];
const postUtmeNames = [
	"post utme screening",
	"post utme",
	"post jamb",
	"putme",
	"screening test",
	"screening exam",
	"screening",
	"aptitude test",
];
const scoreWords = [
	"score",
	"scored",
	"mark",
	"result",
	"total",
	"point",
	"exam",
	"examination",
	"test",
	"of",
	"is",
	"was",
	"are",
	"must",
	"be",
	"should",
	":",
	"a",
	"the",
	"with",
	"aggregate",
	"at",
];

/** A score of one examination, before or after its name. */
const scoreRule =
	(of: "utme" | "postUtme", names: readonly string[], title: string): Rule =>
	(reader) => {
		const found = reader.attempt(() => {
			if (reader.eatAny(...names)) {
				const afterName = reader.here;
				const direct = readComparison(reader);
				if (direct) return direct;
				reader.here = afterName;
				while (!readsComparison(reader) && scoreWords.some((word) => reader.eat(word)));
				return readComparison(reader);
			}
			reader.skip("scored", "score", "got", "obtained", "a", "of", "mark", "having");
			const compared = readComparison(reader);
			if (!compared) return undefined;
			reader.skip("mark", "point", "score");
			if (!reader.eatAny("in", "for", "on", "from", "at")) return undefined;
			reader.skip("the", "their", "his", "her");
			if (!reader.eatAny(...names)) return undefined;
			reader.skip("score", "exam", "examination", "result", "test");
			return compared;
		});
		if (!found) return undefined;
		reader.skip("mark", "point");
		const { compare, value, to } = found;
		if (compare === "bare") return { choices: [`${title} at least ${value}`, `${title} exactly ${value}`] };
		return { test: { about: "number", of, compare, value, to } };
	};

const readsComparison = (reader: Reader): boolean => {
	const from = reader.here;
	const isThere = readComparison(reader) !== undefined;
	reader.here = from;
	return isThere;
};

export const utmeScore = scoreRule("utme", utmeNames, "UTME score");
export const postUtmeScore = scoreRule("postUtme", postUtmeNames, "Post-UTME score");

/** "Physics and Chemistry in UTME", "JAMB subjects including Biology", "at least 50 in Use of English in JAMB". */
export const utmeSubjects: Rule = (reader) =>
	reader.attempt(() => {
		if (reader.eatAny(...utmeNames)) {
			reader.eatAny("subject combination", "combination", "subject");
			reader.skip("must", "should", "are", "is", "of", ":");
			reader.eatAny("including", "incl", "include", "with", "in");
			const list = readSubjects(reader);
			if (!list || list.others > 0) return undefined;
			reader.skip("score", "of");
			return ofUtme(list, readComparison(reader));
		}
		reader.eatAny("sat for", "sat", "took", "wrote", "chose", "offered", "scored");
		const first = readComparison(reader);
		if (first) reader.eatAny("in", "for");
		const list = readSubjects(reader);
		if (!list || list.others > 0) return undefined;
		const compared = first ?? readComparison(reader);
		reader.skip("as", "in", "at", "for", "their", "the");
		if (!reader.eatAny(...utmeNames)) return undefined;
		reader.eatAny("subject combination", "combination", "subject");
		return ofUtme(list, compared);
	});

const ofUtme = ({ subjects }: SubjectList, compared: Compared | undefined): Found | undefined => {
	// why: a score in a subject is asked for as the least one.
	if (compared && compared.compare !== "atLeast") return undefined;
	return { test: { about: "utmeSubjects", subjects, atLeast: compared?.value ?? null } };
};
