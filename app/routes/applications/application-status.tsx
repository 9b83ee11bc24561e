import { Badge } from "#app/ui/badge";
import type { ApplicationRow } from "#worker/services/applications/contract";

const statuses = {
	upcoming: { label: "Not yet open", colour: "blue" },
	open: { label: "Open", colour: "green" },
	closed: { label: "Closed", colour: "slate" },
} as const;

/** Says whether applicants can apply: by the dates of an application, and whether it is active. */
export const ApplicationStatus = ({ status, active }: Pick<ApplicationRow, "status" | "active">) => (
	<span className="flex flex-wrap gap-1.5">
		<Badge colour={statuses[status].colour}>{statuses[status].label}</Badge>
		{!active && <Badge colour="amber">Inactive</Badge>}
	</span>
);
