import { orThrow } from "#app/api/problem-response";
import { readAll } from "#app/api/read-all";
import type { LoadChoices } from "#app/records/load-records.server";
import { listApplicationGroups } from "#worker/services/application-groups/contract";

/** Reads the groups that an item can belong to. */
export const itemChoices: LoadChoices = async (api) => {
	const groups = orThrow(await readAll((query) => api.call(listApplicationGroups, { query })));
	return {
		groupId: groups.map(({ id, name }) => ({ value: id, label: name })),
		enabled: [
			{ value: "true", label: "Enabled" },
			{ value: "false", label: "Disabled" },
		],
	};
};
