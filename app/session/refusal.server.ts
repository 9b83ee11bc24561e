import { problemResponse } from "#app/api/problem-response";
import { type ProblemCode, problem } from "#worker/contract/problems";

/** Thrown by a loader or an action when the page does not exist, or not for this user (§8). */
export const refusal = (code: ProblemCode): Response => problemResponse(problem(code));
