import type { InferOutput } from "valibot";
import { notices } from "#worker/contract/notices";
import type { EmailStatus } from "#worker/services/emails/contract";

/** An email that has been due for this long while no task works on it is not sent by itself any more. */
const givenUpAfterMs = 900_000;

interface Delivered {
	status: "queued" | "sent" | "failed";
	dueAt: number;
	sendAfter: number;
	/** Whether the mailing's task is running. */
	isWorkedOn: boolean;
}

/** Checks whether the task that was to send it has stopped. */
export const isAbandoned = (mail: Pick<Delivered, "status" | "dueAt" | "isWorkedOn">, now: number): boolean =>
	mail.status === "queued" && !mail.isWorkedOn && mail.dueAt < now - givenUpAfterMs;

/** Returns the delivery status of an email as staff see it. */
export const statusOf = (mail: Delivered, now: number): InferOutput<typeof EmailStatus> => {
	if (mail.status === "sent") return "SENT";
	if (mail.status === "failed" || isAbandoned(mail, now)) return "FAILED";
	return mail.sendAfter > now ? "HELD" : "QUEUED";
};

/** Returns the reason why it was not sent, as a text. */
export const reasonOf = (mail: Delivered & { reason: string | null }, now: number): string | null =>
	mail.reason ?? (isAbandoned(mail, now) ? notices.emailsFailed : null);
