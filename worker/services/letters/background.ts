import type { Background } from "#worker/feature-background";
import { selectionLettersJob } from "#worker/services/letters/make-letters.job";
import { stageLetters } from "#worker/services/letters/stage-letters";
import { stageLettersJob } from "#worker/services/letters/stage-letters.job";

export const lettersBackground: Background = {
	jobs: [selectionLettersJob, stageLettersJob],
	subscribers: [stageLetters],
};
