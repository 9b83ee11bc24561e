import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { maxPageSize } from "#worker/contract/page";
import { listApplicationGroups } from "#worker/services/application-groups/contract";

/** Reads the groups that an item can belong to. */
export const itemChoices: LoadChoices = async (api) => {
	const { data } = orThrow(await api.call(listApplicationGroups, { query: { size: String(maxPageSize) } }));
	return {
		groupId: data.map(({ id, name }) => ({ value: id, label: name })),
		enabled: [
			{ value: "true", label: "Enabled" },
			{ value: "false", label: "Disabled" },
		],
	};
};
