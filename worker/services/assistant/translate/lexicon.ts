import { subjectNames } from "#worker/contract/criteria/subjects";
import { describeStageType } from "#worker/contract/stage-types";
import { type Question, questionsOf, questionWords } from "#worker/services/assistant/translate/questions";
import { numberWords, wordsOf } from "#worker/services/assistant/translate/tokens";
import { zoneNames } from "#worker/services/assistant/translate/zones";
import type { Vocabulary, VocabularyField } from "#worker/services/assistant/vocabulary";

/** What a phrase can name. */
export type Meaning =
	| { is: "subject"; name: string }
	| { is: "place"; state: string; lga: string | null }
	| { is: "course"; id: string; title: string }
	| { is: "step"; id: string; name: string }
	| { is: "field"; field: VocabularyField }
	| { is: "option"; field: VocabularyField; value: string; label: string };

export interface Lexicon {
	/** Meanings by phrase: its words as texts are compared, joined by spaces. */
	meanings: ReadonlyMap<string, readonly Meaning[]>;
	/** The words of the longest phrase. */
	longest: number;
	/** The fields with answers to choose from, by the words of their questions. */
	questions: readonly Question[];
	/** Every word that is known, for the misspelt ones, as it is compared and as it is written. */
	words: ReadonlyMap<string, string>;
}

/** Words of the rules, which may be misspelt too. */
const ruleWords = `credit pass passed grade distinction sitting level result subject including include least minimum maximum
	more than less above below over under between exactly score scored mark jamb utme screening aged years older younger
	female male women girl boy ladies gender indigene native origin state local government area course study studying applying applied
	applicant candidate student stage currently paid payment outstanding pending owing unpaid reference referee received complete completed
	submitted form application uploaded attached upload document certificate born before after single sitting either without except
	excluding higher greater other better upward department programme with have having from must should that eligible qualified suitable region zone country mathematics english fully atleast incl awaiting missing
	surname firstname lastname`;

/** Phrases that are left out of labels before they name a field. */
const openings = /^(do you|are you|have you|did you|what is|who will|how did you|why do you|your|the|a|an)\s+/i;

/** Words that mean too much on their own to name a field of the form. */
const tooCommon = new Set([
	"subject",
	"score",
	"name",
	"full name",
	"address",
	"from and to",
	"total score",
	"grade",
	"year",
	"yes",
	"no",
	"class",
	"title",
	"email",
	"phone number",
	"email address",
	"qualification",
	"gender",
	"sex",
	"attended",
	"state",
	"lga",
	"studied",
	"course",
	"state lga",
	"other",
]);

/** Collects what the application's own words mean. */
export const makeLexicon = ({ courses, steps, places, fields }: Vocabulary): Lexicon => {
	const meanings = new Map<string, Meaning[]>();
	const words = new Map<string, string>();
	const know = (text: string) => {
		for (const [word] of text.matchAll(/[\p{L}\p{M}'’]{4,}/gu)) {
			const [key] = wordsOf(word);
			if (key && !words.has(key)) words.set(key, word);
		}
	};
	for (const some of [[ruleWords], numberWords, questionWords, zoneNames.keys()]) know([...some].join(" "));
	const add = (phrase: string, meaning: Meaning) => {
		const key = wordsOf(phrase).join(" ");
		if (key === "" || /^\d+$/.test(key)) return;
		know(phrase);
		const others = meanings.get(key) ?? [];
		if (!others.some((other) => JSON.stringify(other) === JSON.stringify(meaning)))
			meanings.set(key, [...others, meaning]);
	};
	for (const [name, subject] of subjectNames) if (name.length > 2) add(name, { is: "subject", name: subject });
	for (const { state, lgas } of places) {
		add(state, { is: "place", state, lga: null });
		add(`${state} state`, { is: "place", state, lga: null });
		for (const lga of lgas) add(lga, { is: "place", state, lga });
		for (const lga of lgas) add(`${lga} lga`, { is: "place", state, lga });
	}
	const capital = places.find(({ state }) => /capital territory|^fct|abuja/i.test(state));
	if (capital) for (const name of ["FCT", "Abuja"]) add(name, { is: "place", state: capital.state, lga: null });
	for (const { id, code, title } of courses) {
		const meaning = { is: "course", id, title } as const;
		add(code, meaning);
		add(title, meaning);
		add(title.replace(/\([^)]*\)/g, " "), meaning);
		add(title.replace(/^(b\.?\s?sc|b\.?\s?a|b\.?\s?eng|ll\.?b|m\.?\s?sc|hnd|nd|ph\.?d)\.?\s+(in\s+)?/i, ""), meaning);
	}
	for (const { id, name, type } of steps)
		for (const phrase of [name, describeStageType(type).label]) add(phrase, { is: "step", id, name });
	for (const field of fields) {
		for (const name of namesOf(field)) add(name, { is: "field", field });
		for (const { value, label } of field.options) add(label, { is: "option", field, value, label });
	}
	for (const phrase of tooCommon) {
		const key = wordsOf(phrase).join(" ");
		const left = (meanings.get(key) ?? []).filter(({ is }) => is !== "field" && is !== "option");
		if (left.length > 0) meanings.set(key, left);
		else meanings.delete(key);
	}
	const longest = Math.max(1, ...[...meanings.keys()].map((phrase) => phrase.split(" ").length));
	return { meanings, words, longest, questions: questionsOf(fields) };
};

const namesOf = ({ names }: VocabularyField): string[] =>
	names.flatMap((name) => {
		const inBrackets = [...name.matchAll(/\(([^)]+)\)/g)].map(([, inner = ""]) => inner);
		const outside = name.replace(/\([^)]*\)/g, " ").replace(/[?:*]+\s*$/, "");
		const parts = [outside, outside.replace(openings, ""), ...outside.split(/\s+or\s+|\s*\/\s*/)];
		return [...parts, ...inBrackets].map((part) => part.trim());
	});
