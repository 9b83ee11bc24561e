import type { Subjects } from "#worker/contract/criteria/criteria";
import { readList } from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";

const subject = (reader: Reader): string | undefined => reader.meaning("subject")?.[0]?.name;

/** Reads what one place of a list takes: a subject, "A or B", "any one of A, B and C". */
const readGroup = (reader: Reader): string[] | undefined =>
	reader.attempt(() => {
		reader.skip("a", "an", "the", "credit in", "credit pass in");
		const isChoice = reader.eatAny(
			"any one of",
			"any 1 of",
			"1 of",
			"one of",
			"any of",
			"either of",
			"either",
			"any one from",
			"1 from",
		);
		const separators = isChoice ? [", or", ", and", ",", "or", "/", "and"] : ["or", "/", "and/or"];
		const names = readList(reader, () => subject(reader), separators);
		return names.length === 0 ? undefined : names;
	});

/** A list of subjects, and how many others are asked beside them. */
export interface SubjectList {
	subjects: Subjects;
	others: number;
}

const joiners = [", and", ", plus", ", with", ",", "and also", "and", "plus", "&", "as well as", "with"];

/** Reads subjects, with choices among them: "English, Mathematics and Physics or Chemistry, and two others". */
export const readSubjects = (reader: Reader): SubjectList | undefined =>
	reader.attempt(() => {
		reader.eat("both");
		const subjects = readList(reader, () => readGroup(reader), joiners);
		if (subjects.length === 0) return undefined;
		const others = reader.attempt(() => {
			if (!joiners.some((joiner) => reader.eat(joiner))) return undefined;
			reader.skip("in", "at least", "any");
			const count = reader.number();
			if (count === undefined) return undefined;
			const isOther = reader.eatAny(
				"other subject",
				"others",
				"other",
				"more subject",
				"additional subject",
				"other credit",
				"more credit",
			);
			reader.eat("subject");
			return isOther ? count : undefined;
		});
		return { subjects, others: others ?? 0 };
	});
