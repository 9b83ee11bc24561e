import { type Occasion, type Problem, type ProblemCode, problem } from "#worker/contract/problems";

interface Success<T> {
	ok: true;
	value: T;
}

interface Failure<Code extends ProblemCode> {
	ok: false;
	problem: Problem<Code>;
}

/** An expected outcome as a value: the result, or a problem of one of these codes. Exceptions are for defects. */
export type Result<T, Code extends ProblemCode = ProblemCode> = Success<T> | Failure<Code>;

export const ok = <T>(value: T): Success<T> => ({ ok: true, value });

export const fail = <Code extends ProblemCode>(code: Code, occasion?: Occasion): Failure<Code> => ({
	ok: false,
	problem: problem(code, occasion),
});

/** Returns the value as a success, or fails with the code when there is none. */
export const okOr = <T, Code extends ProblemCode>(
	value: T | null | undefined,
	code: Code,
): Success<NonNullable<T>> | Failure<Code> => (value === null || value === undefined ? fail(code) : ok(value));
