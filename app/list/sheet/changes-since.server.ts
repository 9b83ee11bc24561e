import type { ApiClient } from "#app/api/client";
import { type LogEntry, listLog } from "#worker/services/applicants/contract";

const shownAtMost = 10;

interface Versions {
	/** The version of the form; undefined when the form did not say. */
	seen: number | undefined;
	current: number;
}

/**
 * Returns the changes between two versions, newest first and at most ten: each raises the version by one and leaves one
 * log entry. Empty when the log cannot be read.
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
