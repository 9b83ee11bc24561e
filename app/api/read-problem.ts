import * as v from "valibot";
import type { Problem, ProblemCode } from "#worker/contract/problems";
import { screenProblems } from "#worker/contract/screen-problems";

/** why any text as the code: the table of codes is too large to load into a page for a look-up. */
const WireProblem = v.object({
	error: v.string(),
	code: v.string(),
	fields: v.optional(v.record(v.string(), v.array(v.string()))),
	details: v.optional(v.record(v.string(), v.unknown())),
	requestId: v.optional(v.string()),
});

/** Reads the problem of a response; from its status alone when it is not one of ours (§8). */
export const readProblem = async (answer: Response): Promise<Problem> => {
	const wire = v.safeParse(v.pipe(v.string(), v.parseJson(), WireProblem), await answer.text());
	if (wire.success) return { ...wire.output, code: wire.output.code as ProblemCode, status: answer.status };
	return { code: "internal", status: answer.status, error: answer.statusText || screenProblems.internal.message };
};
