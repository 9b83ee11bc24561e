import { problemResponse } from "#app/api/problem-response";
import { type ProblemCode, problem } from "#worker/contract/problems";

/** What a loader or an action throws when there is no such page, or not for this user (§8). */
export const refusal = (code: ProblemCode): Response => problemResponse(problem(code));
