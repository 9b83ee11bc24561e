import { newestStates } from "#worker/records/draft-states";
import type { DraftStep, DraftTexts } from "#worker/services/templates/drafts.queries";

/** For how long what is written on one page in one place is one step, so that undo takes back a thought and not a pause. */
const stepMs = 60_000;

const parts = ["name", "subject", "content"] as const;

/** Returns which texts differ. */
export const changedParts = (one: DraftTexts, other: DraftTexts) => parts.filter((part) => one[part] !== other[part]);

export const isSameText = (one: DraftTexts, other: DraftTexts): boolean => changedParts(one, other).length === 0;

/** Adds a step to those that were done: what a page goes on writing in the same place becomes part of its last one. */
export const addStep = (
	done: readonly DraftStep[],
	step: DraftStep,
	{ isOfSamePage }: { isOfSamePage: boolean },
): DraftStep[] => {
	const [before, last] = [done.at(-2), done.at(-1)];
	const goesOn =
		isOfSamePage &&
		before !== undefined &&
		last !== undefined &&
		step.at - last.at < stepMs &&
		changedParts(before, last).join() === changedParts(last, step).join();
	return newestStates(goesOn ? [...done.slice(0, -1), { ...step, at: last.at }] : [...done, step]);
};
