import { Badge } from "#app/ui/badge";
import type { Delivery, Webhook } from "#worker/services/webhooks/contract";

export const WebhookStatus = ({ webhook: { active, disabledAt, failingSince } }: { webhook: Webhook }) => {
	if (disabledAt !== null) return <Badge colour="red">Switched off: failing</Badge>;
	if (!active) return <Badge>Switched off</Badge>;
	return failingSince === null ? <Badge colour="green">On</Badge> : <Badge colour="amber">Failing</Badge>;
};

const looks = {
	waiting: ["amber", "Waiting"],
	delivered: ["green", "Delivered"],
	failed: ["red", "Given up"],
} as const satisfies Record<Delivery["status"], readonly [string, string]>;

export const DeliveryStatus = ({ status }: Pick<Delivery, "status">) => {
	const [colour, label] = looks[status];
	return <Badge colour={colour}>{label}</Badge>;
};
