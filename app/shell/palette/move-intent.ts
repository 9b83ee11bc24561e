import { wordsOf } from "#app/shell/palette/match-text";
import { describeStageType, stageTypes } from "#worker/contract/stage-types";

/** why: a shorter word is more likely somebody's name. */
const lettersOfStage = 4;

const labelWords = Object.values(stageTypes).flatMap(({ label }) => wordsOf(label.replaceAll(/[()]/g, "")));
const stageWords = labelWords.filter((word) => word.length >= lettersOfStage);
/** Words around a stage's name: "move", "to", and the short words of the labels. */
const smallWords = new Set(["move", "to", ...labelWords.filter((word) => word.length < lettersOfStage)]);

const namesStage = (word: string): boolean =>
	word.length >= lettersOfStage && stageWords.some((stage) => stage.startsWith(word));

/** Reads "shortlist ada": the word of a stage, and the name to search for. Undefined for any other query. */
export const parseMove = (query: string): { stage: string[]; applicant: string } | undefined => {
	const words = query
		.split(/\s+/)
		.filter(Boolean)
		.map((word) => ({ word, folded: wordsOf(word).join("") }));
	const stage = words.filter(({ folded }) => namesStage(folded)).map(({ folded }) => folded);
	const rest = words.filter(({ folded }) => !namesStage(folded) && !smallWords.has(folded)).map(({ word }) => word);
	return stage.length > 0 && rest.length > 0 ? { stage, applicant: rest.join(" ") } : undefined;
};

/** Returns the step that the words name, by its own name or its type's, unless the applicant is already there. */
export const findStep = <S extends { name: string; type: string; current: boolean }>(
	steps: readonly S[],
	stage: readonly string[],
): S | undefined =>
	steps.find(({ name, type, current }) => {
		const parts = wordsOf(`${name} ${describeStageType(type).label}`);
		return !current && stage.every((word) => parts.some((part) => part.startsWith(word)));
	});
