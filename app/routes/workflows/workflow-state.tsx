import { Badge } from "#app/ui/badge";

/** That applicants go through a workflow, and whether somebody changes it. */
export const WorkflowState = ({ hasDraft }: { hasDraft: boolean }) => (
	<span className="flex flex-wrap gap-1.5">
		<Badge colour="green">Published</Badge>
		{hasDraft && <Badge colour="amber">Draft</Badge>}
	</span>
);
