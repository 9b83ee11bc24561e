import type { InferOutput } from "valibot";
import { notices } from "#worker/contract/notices";
import type { EmailStatus } from "#worker/services/emails/contract";

/** A mail that is due for so long while nobody is at work on it will not go out by itself. */
const givenUpAfterMs = 900_000;

interface Delivered {
	status: "queued" | "sent" | "failed";
	dueAt: number;
	sendAfter: number;
	/** Is the mailing's task at work? */
	isWorkedOn: boolean;
}

/** Has whoever was to send it given up? */
export const isAbandoned = (mail: Pick<Delivered, "status" | "dueAt" | "isWorkedOn">, now: number): boolean =>
	mail.status === "queued" && !mail.isWorkedOn && mail.dueAt < now - givenUpAfterMs;

/** Where a mail is on its way, as staff see it. */
export const statusOf = (mail: Delivered, now: number): InferOutput<typeof EmailStatus> => {
	if (mail.status === "sent") return "SENT";
	if (mail.status === "failed" || isAbandoned(mail, now)) return "FAILED";
	return mail.sendAfter > now ? "HELD" : "QUEUED";
};

/** Why it has not been sent, in words. */
export const reasonOf = (mail: Delivered & { reason: string | null }, now: number): string | null =>
	mail.reason ?? (isAbandoned(mail, now) ? notices.emailsFailed : null);
