import type { Background } from "#worker/feature-background";
import { runHandler } from "#worker/runs/run-kind";
import { letterMaking } from "#worker/services/letters/letter.bulk";
import { stageLetters, stageLettersJob } from "#worker/services/letters/stage-letters.job";

export const lettersBackground: Background = {
	runs: [runHandler(letterMaking)],
	jobs: [stageLettersJob],
	subscribers: [stageLetters],
};
