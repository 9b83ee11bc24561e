import { formatBadgeCount, formatNumber } from "#app/format/numbers";
import { type ListAddress, listSearch } from "#app/list/list-address";
import type { Need } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { countNeeds } from "#worker/services/applicants/contract";

export type NeedCounts = EndpointResponse<typeof countNeeds>;

/** Whom the office is waited for, in the order in which they are looked after. */
export const needLabels: Record<Need, string> = {
	waiting: "Waiting longest",
	referee: "Referee missing",
	payment: "Payment unclear",
	changed: "Changed since you looked",
};

/** The counts after so many of the changed have been looked at. */
export const withoutSeen = (counts: NeedCounts, seen: number): NeedCounts => ({
	...counts,
	changed: counts.changed - seen,
});

const list = (address: Partial<ListAddress>): string => `applicants${listSearch(address)}`;

interface NeedGroup {
	id: Need | "new" | "duplicates";
	label: string;
	count: number;
	/** The count as it is read: '99+' where it is counted no further. */
	shown: string;
	/** The list of them, below the institution's address. */
	to: string;
	current: boolean;
}

/** The groups of an application that hold somebody, and the one that is open. */
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
			// why: all of the changed are known, and each that is opened is one less.
			shown: need === "changed" ? formatNumber(counts[need]) : formatBadgeCount(counts[need]),
			to: list({ applicationId, size, needs: need }),
			current: needs === need,
		};
	});
	const pairs: NeedGroup = {
		id: "duplicates",
		label: "Possible duplicates",
		count: counts.duplicates,
		shown: formatBadgeCount(counts.duplicates),
		to: `duplicates?applicationId=${applicationId}`,
		current: false,
	};
	return [fresh, ...others, pairs].filter(({ count, current }) => count > 0 || current);
};
