import type { GenericSchema } from "valibot";
import * as v from "valibot";
import type { Problem } from "#worker/contract/problems";

/** The version in a form; left out where the record is new. */
export const seenVersion = v.optional(
	v.pipe(v.string(), v.regex(/^\d{1,15}$/, "Reload the page and try again."), v.transform(Number)),
);

const Details = v.object({ current: v.looseObject({ version: v.number() }) });

export interface Meanwhile<R> {
	version: number;
	/** The record as somebody else saved it. */
	current: R;
}

/** Reads what somebody else saved since a form was opened; null for another problem. */
export const readMeanwhile = <R>(problem: Problem, schema: GenericSchema<unknown, R>): Meanwhile<R> | null => {
	if (problem.code !== "changed_meanwhile") return null;
	const { current } = v.parse(Details, problem.details);
	return { version: current.version, current: v.parse(schema, current) };
};
