import type { Decision } from "#worker/runs/bulk-action";

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
