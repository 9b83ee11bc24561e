import type { ApiClient } from "#app/api/client";
import { type LogEntry, listLog } from "#worker/services/applicants/contract";

/** Changes shown at most; whoever was away longer has the activity log. */
const shownAtMost = 10;

interface Versions {
	/** As the form was made from; undefined where it did not say. */
	seen: number | undefined;
	current: number;
}

/**
 * What was done to an applicant between two of their versions, newest first: each change raises the version by one and
 * leaves one entry in the log. None where the log cannot be read: both versions are worth showing all the same.
 */
export const changesSince = async (
	api: ApiClient,
	applicantId: string,
	{ seen, current }: Versions,
): Promise<LogEntry[]> => {
	const missed = seen === undefined ? 1 : current - seen;
	const size = Math.min(Math.max(missed, 1), shownAtMost);
	const log = await api.call(listLog, { params: { id: applicantId }, query: { size: String(size) } });
	return log.ok ? log.value.data : [];
};
