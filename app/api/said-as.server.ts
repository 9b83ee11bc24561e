import type { Problem } from "#worker/contract/problems";
import { screenProblems } from "#worker/contract/screen-problems";

/** Returns a problem with the text that §8 has for what was tried, where it failed for no reason that could be named. */
export const saidAs = (problem: Problem, text: string | undefined): Problem =>
	text !== undefined && problem.status === screenProblems.internal.status ? { ...problem, error: text } : problem;
