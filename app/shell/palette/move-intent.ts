import { wordsOf } from "#app/shell/palette/match-text";
import { stageTypes } from "#worker/contract/stage-types";

/** why: of fewer letters, a word is more likely somebody's name. */
const lettersOfStage = 4;

const stageWords = Object.values(stageTypes).flatMap(({ label }) =>
	wordsOf(label.replaceAll(/[()]/g, "")).filter((word) => word.length >= lettersOfStage),
);

const namesStage = (word: string): boolean =>
	word.length >= lettersOfStage && stageWords.some((stage) => stage.startsWith(word));

/** "shortlist ada": the word of a stage, and whom to look for. Undefined when the query is nothing of the kind. */
export const parseMove = (query: string): { stage: string[]; applicant: string } | undefined => {
	const words = query.split(/\s+/).filter(Boolean);
	const folded = words.map((word) => wordsOf(word).join(""));
	const stage = folded.filter(namesStage);
	const rest = words.filter((_, at) => !namesStage(folded[at] ?? "") && !/^(?:move|to)$/.test(folded[at] ?? ""));
	return stage.length > 0 && rest.length > 0 ? { stage, applicant: rest.join(" ") } : undefined;
};

/** The step that the words name, unless the applicant is already there. */
export const findStep = <S extends { name: string; current: boolean }>(
	steps: readonly S[],
	stage: readonly string[],
): S | undefined =>
	steps.find(
		({ name, current }) => !current && stage.every((word) => wordsOf(name).some((part) => part.startsWith(word))),
	);
