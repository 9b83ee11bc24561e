import type { MoveHindrance } from "#worker/contract/stage-rules";
import { hasCourse, type Scope } from "#worker/database/scope";
import type { Decision } from "#worker/runs/bulk-action";
import type { ApplicantState } from "#worker/services/applicants/selection.queries";

type State = Pick<ApplicantState, "stepId" | "workflowId" | "courseId" | "hindrances">;

interface Destination {
	step: { id: string; workflowId: string };
	/** The applicants that the user's roles may move there; null where the step names no roles. */
	movers: Scope | null;
}

/** Returns what of the workflow's rules stands in the way; nothing where there are no rules. */
export const hindrancesOf = (
	{ courseId, hindrances }: Pick<State, "courseId" | "hindrances">,
	{ movers }: Pick<Destination, "movers">,
): MoveHindrance[] => [...(movers && !hasCourse(movers, courseId) ? (["role"] as const) : []), ...hindrances];

/** An applicant can move to any step of their workflow but the current one (§4), REGISTRATION included, unless a rule says otherwise. */
export const decideMove = (applicant: State | undefined, to: Destination): Decision => {
	if (!applicant) return "not_found";
	if (applicant.stepId === to.step.id) return "unchanged";
	if (applicant.workflowId !== to.step.workflowId) return "not_allowed";
	return hindrancesOf(applicant, to).length === 0 ? "will_change" : "not_allowed";
};
