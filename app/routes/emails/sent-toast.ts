import { notices } from "#worker/contract/notices";
import { mailingPath } from "#worker/services/emails/mailings.contract";

/** Returns the toast of an email that is being sent, which leads to its delivery. */
export const sentToast = (
	{ mailingId, recipients }: { mailingId: string; recipients: number },
	orgName: string | undefined,
) => ({
	kind: "success" as const,
	message: recipients === 1 ? notices.emailStarted : notices.emailsStarted,
	link: { label: "Show delivery", to: `/${orgName}/${mailingPath(mailingId)}` },
});
