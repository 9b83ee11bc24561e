import type { Decision } from "#worker/runs/outcome";

/** What a move depends on: where the applicant stands and by which workflow their application goes. */
export interface Standing {
	stepId: string;
	workflowId: string;
}

/**
 * May the applicant move to the step? Any step of their application's workflow but the current one (§4); REGISTRATION
 * is a step like the others.
 */
export const decideMove = (applicant: Standing | undefined, step: { id: string; workflowId: string }): Decision => {
	if (!applicant) return "not_found";
	if (applicant.stepId === step.id) return "already_there";
	return applicant.workflowId === step.workflowId ? "moves" : "not_allowed";
};
