import { formatAtMost, formatNumber } from "#app/format/numbers";
import { type ListAddress, listSearch } from "#app/list/list-address";
import { type Assigned, countedAtMost, type Need } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { capitalise } from "#worker/contract/text/capitalise";
import type { countNeeds } from "#worker/services/applicants/contract";

export type NeedCounts = EndpointResponse<typeof countNeeds>;

/** The groups of applicants that wait for the office, in order. */
export const needLabels: Record<Need, string> = {
	waiting: "Waiting longest",
	referee: "Referee missing",
	payment: "Payment unclear",
	changed: "Changed since you looked",
};

export const assignedLabels: Record<Assigned, string> = {
	me: "Assigned to me",
	nobody: "Assigned to nobody",
	somebody: "Assigned to somebody",
};

/** The choices of the filter; the empty one removes it. */
export const assignedChoices = [
	{ id: "", name: "Everybody" },
	...Object.entries(assignedLabels).map(([id, label]) => ({ id, name: capitalise(label.replace("Assigned to ", "")) })),
];

/** Returns the counts without the changes that the user has seen. */
export const withoutSeen = (counts: NeedCounts, seen: number): NeedCounts => ({
	...counts,
	changed: counts.changed - seen,
});

const list = (address: Partial<ListAddress>): string => `applicants${listSearch(address)}`;

interface NeedGroup {
	id: Need | "new" | "mine" | "duplicates";
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
	const { applicationId, size, stage, needs, assigned } = address;
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
	const mine: NeedGroup = {
		id: "mine",
		label: assignedLabels.me,
		count: counts.mine,
		shown: formatAtMost(counts.mine, countedAtMost),
		to: list({ applicationId, size, assigned: "me" }),
		current: assigned === "me",
	};
	const pairs: NeedGroup = {
		id: "duplicates",
		label: "Possible duplicates",
		count: counts.duplicates,
		shown: formatAtMost(counts.duplicates, countedAtMost),
		to: `duplicates?applicationId=${applicationId}`,
		current: false,
	};
	return [mine, fresh, ...others, pairs].filter(({ count, current }) => count > 0 || current);
};
