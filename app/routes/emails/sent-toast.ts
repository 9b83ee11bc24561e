import { notices } from "#worker/contract/notices";
import type { Channel } from "#worker/services/emails/contract";
import { mailingPath } from "#worker/services/emails/mailings.contract";

/** Returns the toast of a message that is being sent, which leads to its delivery. */
export const sentToast = (
	{ mailingId, recipients }: { mailingId: string; recipients: number },
	orgName: string | undefined,
	channel: Channel = "email",
) => ({
	kind: "success" as const,
	message: messageOf(channel, recipients),
	link: { label: "Show delivery", to: `/${orgName}/${mailingPath(mailingId)}` },
});

const messageOf = (channel: Channel, recipients: number): string => {
	if (channel === "sms") return notices.smsStarted;
	return recipients === 1 ? notices.emailStarted : notices.emailsStarted;
};
