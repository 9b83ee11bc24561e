import type { ReactNode } from "react";
import { describeOutcome, type OutcomeKind } from "#app/list/bulk/describe-outcome";
import { Badge } from "#app/ui/badge";
import { TextLink } from "#app/ui/text-link";

interface OutcomeRowProps {
	row: { id: string; name: string | null; applicationNumber: string | null; outcome: string; reason?: string };
	kind: OutcomeKind;
	to?: string;
	/** What can be done with the row. */
	children?: ReactNode;
}

export const OutcomeRow = ({ row, kind, to, children }: OutcomeRowProps) => {
	const { label, colour } = describeOutcome(row.outcome, kind);
	const name = row.name ?? "Unknown applicant";
	return (
		<li className="flex items-center justify-between gap-3 py-1.5">
			<span className="min-w-0 truncate">
				{to && row.name !== null ? <TextLink to={to}>{name}</TextLink> : name}{" "}
				<span className="text-sm text-text-3 max-sm:block max-sm:truncate">{row.applicationNumber}</span>
				{row.reason && <span className="block truncate text-sm text-text-2">{row.reason}</span>}
			</span>
			<span className="flex shrink-0 items-center gap-2">
				<Badge colour={colour}>{label}</Badge>
				{children}
			</span>
		</li>
	);
};
