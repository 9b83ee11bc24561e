import type { InferOutput } from "valibot";
import type { BatchOutcome } from "#worker/services/applicants/batch.contract";

export type Outcome = InferOutput<typeof BatchOutcome>;
/** What a change would do to an applicant: `moves` when it takes place. */
export type Decision = Extract<Outcome, "moves" | "already_there" | "not_allowed" | "not_found">;
