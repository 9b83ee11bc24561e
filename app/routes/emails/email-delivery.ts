import type { LucideIcon } from "lucide-react";
import { CircleAlert, CircleCheck, Clock, Hourglass } from "lucide-react";
import { formatCount } from "#app/format/numbers";
import type { Colour } from "#app/ui/colours";
import { formatDateTime } from "#worker/contract/text/dates";
import type { Email } from "#worker/services/emails/contract";

export const deliveryLabels: Record<Email["status"], { label: string; colour: Colour; icon: LucideIcon }> = {
	HELD: { label: "Held", colour: "amber", icon: Hourglass },
	QUEUED: { label: "Waiting", colour: "sky", icon: Clock },
	SENT: { label: "Sent", colour: "green", icon: CircleCheck },
	FAILED: { label: "Failed", colour: "red", icon: CircleAlert },
};

/** Returns "Sent March 2nd 2026, 14:05" or "Tried 2 times, again March 2nd 2026, 14:10". */
export const deliverySentence = (
	{ status, attempts, sentAt, dueAt }: Pick<Email, "status" | "attempts" | "sentAt" | "dueAt">,
	timeZone: string,
): string => {
	const at = (time: number | null) => (time === null ? "" : ` ${formatDateTime(time, timeZone)}`);
	const tried = attempts > 0 ? `Tried ${formatCount(attempts, "time")}` : "";
	switch (status) {
		case "SENT":
			return `Sent${at(sentAt)}`;
		case "HELD":
			return dueAt === null ? "Held" : `Goes out${at(dueAt)}`;
		case "QUEUED":
			return tried === "" ? "Waits to be sent" : `${tried}, again${at(dueAt)}`;
		case "FAILED":
			return tried === "" ? "Not sent" : `${tried}, not sent`;
	}
};
