import { formatAtMost, formatNumber } from "#app/format/numbers";
import { type ListAddress, listSearch } from "#app/list/list-address";
import { countedAtMost, type Need } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { countNeeds } from "#worker/services/applicants/contract";

export type NeedCounts = EndpointResponse<typeof countNeeds>;

/** The groups of applicants that wait for the office, in order. */
export const needLabels: Record<Need, string> = {
	waiting: "Waiting longest",
	referee: "Referee missing",
	payment: "Payment unclear",
	changed: "Changed since you looked",
};

/** Returns the counts without the changes that the user has seen. */
export const withoutSeen = (counts: NeedCounts, seen: number): NeedCounts => ({
	...counts,
	changed: counts.changed - seen,
});

const list = (address: Partial<ListAddress>): string => `applicants${listSearch(address)}`;

interface NeedGroup {
	id: Need | "new" | "duplicates";
	label: string;
	count: number;
	/** The count as it is shown; '1,000+' when counting stopped. */
	shown: string;
	/** The address of the group below the institution's. */
	to: string;
	current: boolean;
}

/** Returns the groups of an application that are not empty, and the open one. */
export const needGroups = (counts: NeedCounts, address: ListAddress): readonly NeedGroup[] => {
	const { applicationId, size, stage, needs } = address;
	const isNew = counts.newStage === null ? 0 : counts.new;
	const fresh: NeedGroup = {
		id: "new",
		label: "New",
		count: isNew,
		shown: formatNumber(isNew),
		to: list({ applicationId, size, stage: counts.newStage ?? undefined }),
		current: !needs && stage !== undefined && stage === counts.newStage,
	};
	const others = Object.entries(needLabels).map(([id, label]): NeedGroup => {
		const need = id as Need;
		return {
			id: need,
			label,
			count: counts[need],
			shown: formatAtMost(counts[need], countedAtMost),
			to: list({ applicationId, size, needs: need }),
			current: needs === need,
		};
	});
	const pairs: NeedGroup = {
		id: "duplicates",
		label: "Possible duplicates",
		count: counts.duplicates,
		shown: formatAtMost(counts.duplicates, countedAtMost),
		to: `duplicates?applicationId=${applicationId}`,
		current: false,
	};
	return [fresh, ...others, pairs].filter(({ count, current }) => count > 0 || current);
};
