import { Badge } from "#app/ui/badge";
import type { CouponStatus as Status } from "#worker/services/coupons/contract";

export const statusNames: Readonly<Record<Status, string>> = {
	active: "Active",
	scheduled: "Not begun",
	used_up: "Used up",
	expired: "Expired",
	off: "Off",
};

const colours = { active: "green", scheduled: "blue", used_up: "violet", expired: "slate", off: "amber" } as const;

/** Says whether a discount code can be used now. */
export const CouponStatus = ({ status }: { status: Status }) => (
	<Badge colour={colours[status]}>{statusNames[status]}</Badge>
);
