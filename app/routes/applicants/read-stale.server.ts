import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import type { Problem } from "#worker/contract/problems";
import { ApplicantRow, type LogEntry, listLog } from "#worker/services/applicants/contract";

const { stage, location, course, lastReviewed, lastReviewedBy, version } = ApplicantRow.entries;

/** What a refused change carries: the applicant as they are now, and what was tried. */
const Versions = v.object({
	current: v.object({ stage, location, course, lastReviewed, lastReviewedBy, version }),
	attempted: v.object({ stage: v.optional(stage), location: v.optional(location), course: v.optional(course) }),
});

export type StaleChange = v.InferOutput<typeof Versions> & {
	/** What was done to the applicant since the version that the form was made from, newest first. */
	changes: LogEntry[];
};

/** Changes shown at most; whoever was away longer has the activity log. */
const shownAtMost = 10;

/**
 * Both versions of a stale change, and who changed what meanwhile: each change raises the version by one and leaves one
 * entry in the applicant's log.
 */
export const readStale = async (
	api: ApiClient,
	applicantId: string,
	{ details }: Problem,
	seenVersion: number | undefined,
): Promise<StaleChange> => {
	const { current, attempted } = v.parse(Versions, details);
	const missed = seenVersion === undefined ? 1 : current.version - seenVersion;
	const size = Math.min(Math.max(missed, 1), shownAtMost);
	const log = await api.call(listLog, { params: { id: applicantId }, query: { size: String(size) } });
	// why: both versions are worth showing even when the log cannot be read.
	return { current, attempted, changes: log.ok ? log.value.data : [] };
};
