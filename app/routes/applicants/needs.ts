import { type ListAddress, listSearch } from "#app/routes/applicants/list-address";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { countNeeds, Need } from "#worker/services/applicants/contract";

export type NeedCounts = EndpointResponse<typeof countNeeds>;

/** Whom the office is waited for, in the order in which they are looked after. */
export const needLabels: Record<Need, string> = {
	waiting: "Waiting longest",
	referee: "Referee missing",
	payment: "Payment unclear",
	changed: "Changed since you looked",
};

interface NeedGroup {
	id: Need | "new";
	label: string;
	count: number;
	/** The list of them. */
	search: string;
	current: boolean;
}

/** The groups of an application that hold somebody, and the one that is open. */
export const needGroups = (counts: NeedCounts, address: ListAddress): readonly NeedGroup[] => {
	const { application, size, stage, needs } = address;
	const fresh: NeedGroup = {
		id: "new",
		label: "New",
		count: counts.newStage === null ? 0 : counts.new,
		search: listSearch({ application, size, stage: counts.newStage ?? undefined }),
		current: !needs && stage !== undefined && stage === counts.newStage,
	};
	const others = Object.entries(needLabels).map(([id, label]): NeedGroup => {
		const need = id as Need;
		return {
			id: need,
			label,
			count: counts[need],
			search: listSearch({ application, size, needs: need }),
			current: needs === need,
		};
	});
	return [fresh, ...others].filter(({ count, current }) => count > 0 || current);
};
