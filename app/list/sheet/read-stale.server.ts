import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { changesSince } from "#app/list/sheet/changes-since.server";
import type { Problem } from "#worker/contract/problems";
import { Applicant, type LogEntry } from "#worker/services/applicants/contract";

const { stage, location, course, reviewer, lastReviewed, lastReviewedBy, version } = Applicant.entries;
const { firstName, middleName, lastName, accountEmail } = Applicant.entries;
const identity = { firstName, middleName, lastName, accountEmail };

/** The details of a refused change: the applicant as it is now, and the attempted values. */
const Versions = v.object({
	current: v.object({ ...identity, stage, location, course, reviewer, lastReviewed, lastReviewedBy, version }),
	attempted: v.object({
		...v.partial(v.object(identity)).entries,
		...v.partial(v.object({ stage, location, course, reviewer })).entries,
	}),
});

export type StaleChange = v.InferOutput<typeof Versions> & {
	/** The changes since the version of the form, newest first. */
	changes: LogEntry[];
};

/** Reads both versions of a stale change, and who made the changes between them. */
export const readStale = async (
	api: ApiClient,
	applicantId: string,
	{ details }: Problem,
	seen: number | undefined,
): Promise<StaleChange> => {
	const { current, attempted } = v.parse(Versions, details);
	return { current, attempted, changes: await changesSince(api, applicantId, { seen, current: current.version }) };
};
