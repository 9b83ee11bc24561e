import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { changesSince } from "#app/list/sheet/changes-since.server";
import type { Problem } from "#worker/contract/problems";
import { ApplicantRow, type LogEntry } from "#worker/services/applicants/contract";

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

/** Both versions of a stale change, and who changed what meanwhile. */
export const readStale = async (
	api: ApiClient,
	applicantId: string,
	{ details }: Problem,
	seen: number | undefined,
): Promise<StaleChange> => {
	const { current, attempted } = v.parse(Versions, details);
	return { current, attempted, changes: await changesSince(api, applicantId, { seen, current: current.version }) };
};
