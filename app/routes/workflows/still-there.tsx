import { formatCount } from "#app/format/numbers";
import { useShell } from "#app/shell/shell-context";
import { TextLink } from "#app/ui/text-link";
import type { WorkflowUse } from "#worker/services/workflows/contract";

/** Returns how many applicants are at a stage. */
export const countAt = (uses: readonly WorkflowUse[], stepId: string): number =>
	applicationsAt(uses, stepId).reduce((sum, { applicants }) => sum + applicants, 0);

/** Returns the applications with applicants at a stage. */
export const applicationsAt = (uses: readonly WorkflowUse[], stepId: string) =>
	uses.flatMap(({ id, title, stages }) => {
		const applicants = stages.find((stage) => stage.stepId === stepId)?.applicants ?? 0;
		return applicants > 0 ? [{ id, title, applicants }] : [];
	});

interface StillThereProps {
	stepId: string;
	uses: readonly WorkflowUse[];
	mayMove: boolean;
}

/** The applicants at a stage, for each application with any, and where they are moved. */
export const StillThere = ({ stepId, uses, mayMove }: StillThereProps) => {
	const { orgName } = useShell();
	return (
		<ul className="grid gap-1.5">
			{applicationsAt(uses, stepId).map(({ id, title, applicants }) => (
				<li key={id} className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
					<span className="min-w-0 wrap-anywhere">{title}</span>
					{mayMove ? (
						<TextLink
							to={`/${orgName}/applicants/stage?${new URLSearchParams({ application: id, stage: stepId, all: "1" })}`}
						>
							Move {formatCount(applicants, "applicant")}
						</TextLink>
					) : (
						formatCount(applicants, "applicant")
					)}
				</li>
			))}
		</ul>
	);
};
