import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { deleteUnsentMailings } from "#worker/services/emails/progress.writes";
import { sendEmailsJob, sendSmsJob } from "#worker/services/emails/send-emails.job";

/** Emails withdrawn because their stage change was undone stay visible for this long. */
const droppedLiveMs = 30 * dayMs;

export const emailsBackground: Background = {
	jobs: [sendEmailsJob, sendSmsJob],
	sweeps: [
		{
			name: "mailings that are not sent",
			run: ({ db, now }) => deleteUnsentMailings(db, { halfBefore: now - dayMs, droppedBefore: now - droppedLiveMs }),
		},
	],
};
