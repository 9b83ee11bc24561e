import { dayMs } from "#worker/contract/day-ms";
import type { Background } from "#worker/feature-background";
import { askRefereeJob } from "#worker/services/referees/ask-referee.job";
import { deleteEndedInvitations } from "#worker/services/referees/writes";

/** A referee's link that ended this long ago is answered like one that never existed. */
const invitationsLiveMs = 90 * dayMs;

export const refereesBackground: Background = {
	jobs: [askRefereeJob],
	sweeps: [{ name: "old invitations", run: ({ db, now }) => deleteEndedInvitations(db, now - invitationsLiveMs) }],
};
