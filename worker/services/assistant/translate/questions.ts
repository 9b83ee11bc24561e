import { type Rule, readList } from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";
import { wordsOf } from "#worker/services/assistant/translate/tokens";
import type { VocabularyField } from "#worker/services/assistant/vocabulary";

/** Words of questions that say nothing of what is asked, and those between an office's own words. */
const small = new Set(
	`a an the in on at of to for from by through via about as is are was be been do does did you your we our us it its how
	what which who whom why when where will would may have has had this that : =`.split(/\s+/),
);

/** Other forms of a word, and other words for it that offices use. */
const sameAs = new Map(
	(
		[
			["hear", "heard learnt learned"],
			["pay", "paid paying sponsored sponsor funded financed"],
			["need", "needed needing want wanting require requiring"],
			["residence", "hostel accommodation accomodation dormitory"],
		] as const
	).flatMap(([word, others]) => others.split(" ").map((other) => [other, word] as const)),
);

/** Words that are no misspelt others. */
export const questionWords: readonly string[] = [...sameAs.keys()];

const base = (word: string): string => sameAs.get(word) ?? word;

/** The words of a question that say what it asks. */
const wordsOfQuestion = ({ label }: VocabularyField): ReadonlySet<string> =>
	new Set(
		wordsOf(label)
			.filter((word) => !small.has(word))
			.map(base),
	);

/** A field with answers to choose from, and the words of its question. */
export interface Question {
	field: VocabularyField;
	words: ReadonlySet<string>;
}

export const questionsOf = (fields: readonly VocabularyField[]): Question[] =>
	fields.filter(({ options }) => options.length > 0).map((field) => ({ field, words: wordsOfQuestion(field) }));

/** Goes past words of a question; returns those that say something, and where the last of them ends. */
const readWords = (reader: Reader, isOver = () => false) => {
	const said: string[] = [];
	let end = reader.here;
	while (!reader.isAtEnd && !(said.length > 0 && isOver())) {
		const word = reader.tokens[reader.here]?.word ?? "";
		const says = !small.has(word);
		if (says && !reader.lexicon.questions.some(({ words }) => words.has(base(word)))) break;
		reader.here++;
		if (!says) continue;
		said.push(base(word));
		end = reader.here;
	}
	return { said, end };
};

/** An answer after words of its question: "sponsored by parents", "heard of us from social media". */
export const answerOfQuestion: Rule = (reader) =>
	reader.attempt(() => {
		const optionsHere = () => {
			const from = reader.here;
			const found = reader.meaning("option");
			reader.here = from;
			return found;
		};
		const { said } = readWords(reader, () => optionsHere() !== undefined);
		if (said.length === 0) return undefined;
		const fieldIds = new Set(
			reader.lexicon.questions.flatMap(({ field, words }) =>
				said.every((word) => words.has(word)) ? field.fieldId : [],
			),
		);
		const [fieldId, ...others] = new Set(
			optionsHere()?.flatMap(({ field }) => (fieldIds.has(field.fieldId) ? field.fieldId : [])),
		);
		if (fieldId === undefined || others.length > 0) return undefined;
		const values = readList(
			reader,
			() => reader.attempt(() => reader.meaning("option")?.find(({ field }) => field.fieldId === fieldId)?.value),
			[", or", ",", "or", "/"],
		);
		return values.length === 0 ? undefined : { test: { about: "choice", fieldId, values: [...new Set(values)] } };
	});

/** A question that is answered with yes, by two or more of its words: "needs a hostel place". */
export const yesToQuestion: Rule = (reader) =>
	reader.attempt(() => {
		const { said, end } = readWords(reader);
		if (said.length < 2) return undefined;
		// why: small words after the last belong to what comes next.
		reader.here = end;
		const [question, ...others] = reader.lexicon.questions.filter(
			({ field, words }) => isYesNo(field) && said.every((word) => words.has(word)),
		);
		if (!question || others.length > 0) return undefined;
		return { test: { about: "choice", fieldId: question.field.fieldId, values: ["true"] } };
	});

/** why none that says "not": a yes to it is a no to what is named. */
const isYesNo = ({ options, label }: VocabularyField): boolean =>
	!/\b(not|no|never|without)\b/i.test(label) &&
	options.length === 2 &&
	options.every(({ value }) => value === "true" || value === "false");
