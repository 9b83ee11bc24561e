import type { Decision } from "#worker/runs/bulk-action";
import type { ApplicantRow } from "#worker/services/applicants/contract";

/**
 * Decides whether an applicant can move to a step: any step of their application's workflow but the current one (§4).
 * REGISTRATION is a step like the others.
 */
export const decideMove = (
	applicant: { stepId: string; workflowId: string } | undefined,
	step: { id: string; workflowId: string },
): Decision => {
	if (!applicant) return "not_found";
	if (applicant.stepId === step.id) return "unchanged";
	return applicant.workflowId === step.workflowId ? "will_change" : "not_allowed";
};

/** Checks whether the applicant was changed since the version that the client saw. A client that names none accepts any. */
export const isStale = (applicant: { version: number }, seenVersion: number | undefined): boolean =>
	seenVersion !== undefined && seenVersion !== applicant.version;

/** Returns both versions of a stale save, for the screen that shows them side by side. */
export const staleDetails = (current: ApplicantRow, attempted: Record<string, unknown>) => {
	const { stage, version, lastReviewed, lastReviewedBy, course, location } = current;
	return { current: { stage, version, lastReviewed, lastReviewedBy, course, location }, attempted };
};

export const fullName = (person: { firstName: string; middleName: string | null; lastName: string }): string =>
	[person.firstName, person.middleName, person.lastName].filter(Boolean).join(" ");
