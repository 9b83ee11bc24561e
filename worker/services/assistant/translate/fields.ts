import { readComparison } from "#worker/services/assistant/translate/comparison";
import { readPeriod } from "#worker/services/assistant/translate/days";
import {
	anySeparators,
	type Found,
	foundTest,
	type Rule,
	readFurther,
	readList,
} from "#worker/services/assistant/translate/found";
import type { Reader } from "#worker/services/assistant/translate/reader";
import { stem } from "#worker/services/assistant/translate/tokens";
import type { VocabularyField } from "#worker/services/assistant/vocabulary";

const links = ["is", "are", "was", "of", ":", "=", "as", "must", "be", "should", "the", "a", "an"];

/** What a form is asked for by the label of its field. */
export const fieldByLabel =
	(text: string): Rule =>
	(reader) =>
		reader.attempt(() => {
			const isWithout = reader.eatAny("no", "without");
			const isMissing = reader.eatAny("missing");
			const isUploaded = reader.eatAny("uploaded", "attached", "upload", "provided", "submitted", "answered", "filled");
			reader.skip("the", "their", "a", "an", "his", "her", "valid");
			const meanings = reader.meaning("field");
			if (!meanings) return undefined;
			const fields = meanings.map(({ field }) => field);
			const [field] = fields;
			if (!field || fields.length > 1) return { choices: fields.map(({ label }) => label) };
			// why only where nothing more is said of it: "no score above 200" is about the score.
			if (isWithout && !isOfText(field)) return undefined;
			if (isWithout && ["contain", "containing", "mention", "include", "is", ":"].some((word) => reader.sees(word)))
				return undefined;
			if (isWithout) return { test: { about: "answered", fieldId: field.fieldId }, not: true };
			if (isMissing || isUploaded) return { test: { about: "answered", fieldId: field.fieldId }, not: isMissing };
			return isAnswered(reader, field) ?? byKind(reader, field, text);
		});

const isOfText = ({ kind, options }: VocabularyField): boolean =>
	kind !== "number" && kind !== "single-date" && options.length === 0;

const isAnswered = (reader: Reader, { fieldId, kind }: VocabularyField): Found | undefined => {
	const from = reader.here;
	if (eatMissing(reader)) return { test: { about: "answered", fieldId }, not: true };
	reader.skip(...auxiliaries);
	if (reader.eatAny("uploaded", "attached", "answered", "provided", "filled in", "filled", "given", "present"))
		return { test: { about: "answered", fieldId } };
	reader.here = from;
	if (!isFile(kind)) return undefined;
	return { test: { about: "answered", fieldId }, not: isListedAsMissing(reader) };
};

const auxiliaries = ["is", "are", "was", "has", "have", "been"];

const isFile = (kind: string): boolean => kind === "file" || kind === "camera";

const eatMissing = (reader: Reader): boolean =>
	reader.attempt(() => {
		reader.skip(...auxiliaries);
		return (
			reader.eatAny(
				...["not uploaded", "not attached", "not answered", "not provided", "missing", "blank", "empty", "left blank"],
			) || undefined
		);
	}) ?? false;

/** Whether a list of files goes on that are all missing: "birth certificate or result slip missing". */
const isListedAsMissing = (reader: Reader): boolean => {
	const from = reader.here;
	const others = readFurther(
		reader,
		() =>
			reader.attempt(() => {
				reader.skip("the", "their", "a", "an", "his", "her");
				return reader.meaning("field")?.find(({ field }) => isFile(field.kind));
			}),
		anySeparators,
	);
	const isMissing = others.length > 0 && eatMissing(reader);
	reader.here = from;
	return isMissing;
};

const byKind = (reader: Reader, field: VocabularyField, text: string): Found | undefined => {
	const { fieldId, kind, label, isSensitive } = field;
	if (isSensitive) return { choices: [`${label} is answered`, `${label} is not answered`] };
	if (kind === "number") {
		reader.skip(...links);
		const compared = readComparison(reader);
		if (!compared) return undefined;
		const { compare, value, to } = compared;
		if (compare === "bare") return { choices: [`${label} at least ${value}`, `${label} exactly ${value}`] };
		return { test: { about: "number", of: `field:${fieldId}`, compare, value, to } };
	}
	if (kind === "single-date") {
		const period = readPeriod(reader);
		return period && { test: { about: "date", of: `field:${fieldId}`, ...period } };
	}
	if (field.options.length > 0) {
		reader.skip("is", "are", "was", "of", ":", "=", "as");
		const not = reader.eatAny("not", "other than");
		const start = reader.here;
		// why not the article first: "A Level" is an answer.
		let values = readOptions(reader, field);
		if (values.length === 0) {
			reader.here = start;
			reader.skip(...links);
			values = readOptions(reader, field);
		}
		return values.length === 0 ? undefined : { test: { about: "choice", fieldId, values }, not };
	}
	const isDenied = eatNot(reader);
	if (!reader.eatAny("contain", "containing", "mention", "mentioning", "include", "is", ":", "=")) return undefined;
	const not = eatNot(reader) !== isDenied;
	reader.eatAny("the word", "the phrase");
	const words = readWords(reader, text);
	return words === undefined ? undefined : foundTest({ about: "text", fieldId, words }, not);
};

const eatNot = (reader: Reader): boolean => reader.eatAny("doe not", "do not", "doesnt", "not");

/** Reads the answers of a field, of which any is enough. */
const readOptions = (reader: Reader, { fieldId }: VocabularyField): string[] => {
	const values = readList(
		reader,
		() =>
			reader.attempt(() => {
				const found = reader.meaning("option")?.filter(({ field }) => field.fieldId === fieldId);
				return found?.[0]?.value;
			}),
		[", or", ",", "or", "/"],
	);
	return [...new Set(values)];
};

/** Reads the words of an answer as they were typed: quoted, or to the end of the clause. */
const readWords = (reader: Reader, text: string): string | undefined => {
	const first = reader.tokens[reader.here];
	if (!first) return undefined;
	const quoted = /^[\s]*["“'‘]([^"”'’]+)["”'’]/.exec(text.slice(reader.tokens[reader.here - 1]?.end ?? first.start));
	const from = reader.here;
	if (quoted?.[1]) {
		const end = text.indexOf(quoted[1], first.start - 1) + quoted[1].length;
		while ((reader.tokens[reader.here]?.start ?? Number.POSITIVE_INFINITY) < end) reader.here++;
		return quoted[1].trim() || undefined;
	}
	while (!reader.isAtEnd && ![",", ".", ";", "\n", ")", "and", "or", "but"].some((word) => reader.sees(stem(word))))
		reader.here++;
	const last = reader.tokens[reader.here - 1];
	return reader.here > from && last ? text.slice(first.start, last.end).slice(0, 200) : undefined;
};

/** An answer on its own: "married"; where several fields have it, it is asked which. */
export const optionAlone: Rule = (reader) =>
	reader.attempt(() => {
		const start = reader.here;
		const meanings = reader.meaning("option");
		if (!meanings) return undefined;
		const phrase = reader.tokens.slice(start, reader.here).map(({ word }) => word);
		// why: the name of a subject or a place is no answer to some field.
		if (reader.lexicon.meanings.get(phrase.join(" "))?.some(({ is }) => is !== "option")) return undefined;
		const fieldIds = new Set(meanings.map(({ field }) => field.fieldId));
		const [first] = meanings;
		if (!first) return undefined;
		if (fieldIds.size > 1) return { choices: meanings.map(({ field, label }) => `${field.label}: ${label}`) };
		reader.here = start;
		const values = readOptions(reader, first.field);
		return { test: { about: "choice", fieldId: first.field.fieldId, values } };
	});
