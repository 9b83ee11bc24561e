import type { Decision } from "#worker/runs/bulk-action";

/** An applicant can move to any step of their workflow but the current one (§4), REGISTRATION included. */
export const decideMove = (
	applicant: { stepId: string; workflowId: string } | undefined,
	step: { id: string; workflowId: string },
): Decision => {
	if (!applicant) return "not_found";
	if (applicant.stepId === step.id) return "unchanged";
	return applicant.workflowId === step.workflowId ? "will_change" : "not_allowed";
};
