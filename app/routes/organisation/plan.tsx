import { formatNumber } from "#app/format/numbers";
import { useShell } from "#app/shell/shell-context";
import { Badge } from "#app/ui/badge";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { formatDate, formatDateTime } from "#worker/contract/text/dates";
import type { SubscriptionState } from "#worker/services/subscriptions/contract";

type Subscription = NonNullable<SubscriptionState["subscription"]>;
type Limit = Subscription["limits"][number];

const statuses = {
	trialing: ["blue", "Trial"],
	active: ["green", "Active"],
	past_due: ["red", "Payment overdue"],
	cancelled: ["slate", "Cancelled"],
} as const;

const kinds: Readonly<Record<Limit["kind"], string>> = {
	applicants: "Applicants",
	staff: "Staff",
	storage: "Files",
	emails: "Emails",
};

const effects: Readonly<Record<Limit["effect"], string>> = {
	blocked: "At the limit no more is possible until the plan is changed.",
	charged: "What goes beyond the limit is charged.",
	warned: "At the limit nothing stops, and you are asked to change the plan.",
};

const bytesPerGigabyte = 1_000_000_000;

const amountOf = (kind: Limit["kind"], amount: number): string =>
	kind === "storage" ? `${formatNumber(Math.round((amount / bytesPerGigabyte) * 10) / 10)} GB` : formatNumber(amount);

const unknown: Readonly<Record<Exclude<SubscriptionState["state"], "current" | "earlier">, string>> = {
	none: "This institution has no subscription.",
	unreachable: "The billing service cannot be reached at this moment. Nothing else depends on it. Try again later.",
	not_connected: "This portal is not connected to a billing service.",
};

/** The institution's plan, what it limits, and how much of it is used (§3 Subscription limits). */
export const Plan = ({ state, asOf, subscription }: SubscriptionState) => {
	const { timeZone } = useShell().organisation;
	if (!subscription) return <p className="text-text-2">{state in unknown && unknown[state as keyof typeof unknown]}</p>;
	const { plan, status, renewsAt, limits } = subscription;
	const [colour, label] = statuses[status];
	return (
		<div className="grid gap-4">
			<DescriptionList>
				<DescriptionItem label="Plan">{plan}</DescriptionItem>
				<DescriptionItem label="State">
					<Badge colour={colour}>{label}</Badge>
				</DescriptionItem>
				<DescriptionItem label={status === "cancelled" ? "Ends" : "Renewed"}>
					{renewsAt !== null && formatDate(renewsAt, timeZone)}
				</DescriptionItem>
			</DescriptionList>
			<ul className="grid gap-3">
				{limits.map((limit) => (
					<LimitLine key={limit.kind} limit={limit} />
				))}
			</ul>
			{state === "earlier" && (
				<p className="text-sm text-text-3">
					As of {formatDateTime(asOf, timeZone)}. The billing service cannot be reached at this moment.
				</p>
			)}
		</div>
	);
};

const LimitLine = ({ limit: { kind, used, allowed, per, effect } }: { limit: Limit }) => {
	const isReached = allowed !== null && used >= allowed;
	return (
		<li className="grid gap-1">
			<p className="flex flex-wrap justify-between gap-x-3">
				<span className="font-medium">
					{kinds[kind]}
					{per && <span className="font-normal text-text-3"> this {per}</span>}
				</span>
				<span className={isReached ? "text-red tabular-nums" : "tabular-nums"}>
					{amountOf(kind, used)} {allowed === null ? "used" : `of ${amountOf(kind, allowed)}`}
					{isReached && ": limit reached"}
				</span>
			</p>
			{allowed !== null && (
				<>
					<div aria-hidden className="h-1.5 overflow-hidden rounded-sm bg-line-2">
						<div
							className={isReached ? "h-full bg-red" : "h-full bg-accent"}
							style={{ width: `${Math.min(100, (used / Math.max(1, allowed)) * 100)}%` }}
						/>
					</div>
					<p className="text-sm text-text-3">{effects[effect]}</p>
				</>
			)}
		</li>
	);
};
