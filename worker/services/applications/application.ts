import type { ApplicationRow } from "#worker/services/applications/contract";

interface Period {
	startsAt: number | null;
	endsAt: number | null;
}

/** An application is open from its start until its end, both in UTC milliseconds; without one it is open on that side. */
export const statusAt = ({ startsAt, endsAt }: Period, now: number): ApplicationRow["status"] => {
	if (startsAt !== null && now < startsAt) return "upcoming";
	return endsAt !== null && now >= endsAt ? "closed" : "open";
};
