import { CircleCheck, CircleX, Clock } from "lucide-react";
import { Badge, type BadgeProps } from "#app/ui/badge";
import type { TransactionStatus } from "#worker/services/transactions/contract";

const looks: Record<TransactionStatus, Required<Pick<BadgeProps, "colour" | "icon">> & { label: string }> = {
	success: { colour: "green", icon: CircleCheck, label: "Success" },
	failed: { colour: "red", icon: CircleX, label: "Failed" },
	pending: { colour: "amber", icon: Clock, label: "Pending" },
};

/** The status of a transaction (§4), in words and colour. */
export const TransactionStatusBadge = ({ status }: { status: TransactionStatus }) => {
	const { colour, icon, label } = looks[status];
	return (
		<Badge colour={colour} icon={icon}>
			{label}
		</Badge>
	);
};
