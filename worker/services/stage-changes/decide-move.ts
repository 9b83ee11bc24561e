import type { InferOutput } from "valibot";
import type { BatchOutcome } from "#worker/services/applicants/batch.contract";
import type { ApplicantRow } from "#worker/services/applicants/contract";

/** What a move depends on: where the applicant stands and by which workflow their application goes. */
export interface Standing {
	stepId: string;
	workflowId: string;
}

export type Outcome = InferOutput<typeof BatchOutcome>;
/** What a change would do to an applicant: `moves` when it takes place. */
export type Decision = Extract<Outcome, "moves" | "already_there" | "not_allowed" | "not_found">;

/**
 * May the applicant move to the step? Any step of their application's workflow but the current one (§4); REGISTRATION
 * is a step like the others.
 */
export const decideMove = (applicant: Standing | undefined, step: { id: string; workflowId: string }): Decision => {
	if (!applicant) return "not_found";
	if (applicant.stepId === step.id) return "already_there";
	return applicant.workflowId === step.workflowId ? "moves" : "not_allowed";
};

/** Was the applicant changed since the version the client saw? A client that names none takes what is there. */
export const isStale = (applicant: { version: number }, seenVersion: number | undefined): boolean =>
	seenVersion !== undefined && seenVersion !== applicant.version;

/** Both versions of a stale save, for the screen that shows them side by side. */
export const staleDetails = (current: ApplicantRow, attempted: Record<string, unknown>) => {
	const { stage, version, lastReviewed, lastReviewedBy, course, location } = current;
	return { current: { stage, version, lastReviewed, lastReviewedBy, course, location }, attempted };
};

export const fullName = (person: { firstName: string; middleName: string | null; lastName: string }): string =>
	[person.firstName, person.middleName, person.lastName].filter(Boolean).join(" ");
