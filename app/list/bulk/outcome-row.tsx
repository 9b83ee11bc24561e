import { describeOutcome, type OutcomeKind } from "#app/list/bulk/describe-outcome";
import { Badge } from "#app/ui/badge";
import { TextLink } from "#app/ui/text-link";

interface OutcomeRowProps {
	row: { id: string; name: string | null; applicationNumber: string | null; outcome: string };
	kind: OutcomeKind;
	to?: string;
}

export const OutcomeRow = ({ row, kind, to }: OutcomeRowProps) => {
	const { label, colour } = describeOutcome(row.outcome, kind);
	const name = row.name ?? "Unknown applicant";
	return (
		<li className="flex items-center justify-between gap-3 py-1.5">
			<span className="min-w-0 truncate">
				{to && row.name !== null ? <TextLink to={to}>{name}</TextLink> : name}{" "}
				<span className="text-sm text-text-3">{row.applicationNumber}</span>
			</span>
			<Badge colour={colour}>{label}</Badge>
		</li>
	);
};
