import { toSearch } from "#worker/contract/applicant-filter";
import type { Quota } from "#worker/contract/ranking/quotas";

interface Proposed {
	application: string;
	ranking: string;
	/** One course; all of them without it. */
	course?: string;
	/** One share; all of them without it. */
	quota?: Quota;
}

/** Returns the query text of the list of applicants for whom a ranking proposes seats. */
export const proposedSearch = ({ application, ranking, course, quota }: Proposed): string =>
	toSearch({
		applicationId: application,
		ranked: `${ranking}:${quota ?? "proposed"}`,
		...(course !== undefined && { courseIds: [course] }),
	});

/** Returns the query text of the change of stage of all of them; the comment says by which scheme. */
export const stageSearch = (proposed: Proposed, scheme: string): string =>
	`${proposedSearch(proposed)}&all=1&comment=${encodeURIComponent(`Proposed by the ranking “${scheme}”`)}`;
