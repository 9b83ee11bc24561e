import { type Problem, type ProblemCode, problem } from "#worker/contract/problems";

/** An expected outcome as a value: what was asked for, or the problem. Exceptions are for defects. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

export const fail = (code: ProblemCode, more?: Parameters<typeof problem>[1]): { ok: false; problem: Problem } => ({
	ok: false,
	problem: problem(code, more),
});
