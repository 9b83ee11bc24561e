import { formatCount } from "#app/format/numbers";
import { countAt } from "#app/routes/workflows/still-there";
import type { WorkflowUse } from "#worker/services/workflows/contract";
import type { WorkflowChange } from "#worker/services/workflows/drafts.contract";

interface RemovedStagesProps {
	changes: readonly WorkflowChange[];
	uses: readonly WorkflowUse[];
}

/** The live stages that the draft no longer has, and who is there. */
export const RemovedStages = ({ changes, uses }: RemovedStagesProps) => {
	const removed = changes.filter(({ kinds }) => kinds.includes("removed"));
	if (removed.length === 0) return null;
	return (
		<section aria-labelledby="removed-stages" className="grid grid-cols-1 gap-1">
			<h2 id="removed-stages" className="font-medium">
				Removed in the draft
			</h2>
			<ul className="grid gap-1 text-sm text-text-2">
				{removed.map(({ stepId, name }) => (
					<li key={stepId} className="wrap-anywhere">
						{name}
						{countAt(uses, stepId) > 0 && `: ${mustMove(countAt(uses, stepId))}`}
					</li>
				))}
			</ul>
		</section>
	);
};

/** Says that applicants are in the way of publishing. */
export const mustMove = (applicants: number): string =>
	`${formatCount(applicants, "applicant is", "applicants are")} there, to be moved before the draft is published`;
