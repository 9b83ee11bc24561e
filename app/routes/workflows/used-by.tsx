import { formatCount } from "#app/format/numbers";
import { useShell } from "#app/shell/shell-context";
import { TextLink } from "#app/ui/text-link";
import type { WorkflowUse } from "#worker/services/workflows/contract";

/** The applications that use a workflow. */
export const UsedBy = ({ uses, seesApplications }: { uses: readonly WorkflowUse[]; seesApplications: boolean }) => {
	const { orgName } = useShell();
	if (uses.length === 0) return <p className="text-text-2">No application uses this workflow.</p>;
	return (
		<section aria-labelledby="used-by" className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
			<h2 id="used-by" className="font-medium">
				Used by {formatCount(uses.length, "application")}
			</h2>
			<ul className="contents">
				{uses.map(({ id, title }) => (
					<li key={id} className="min-w-0 wrap-anywhere">
						{seesApplications ? <TextLink to={`/${orgName}/manage-applications/${id}`}>{title}</TextLink> : title}
					</li>
				))}
			</ul>
		</section>
	);
};
