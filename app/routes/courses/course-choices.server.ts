import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { listStructure } from "#worker/services/admin-levels/contract";

/** Reads what a course can be part of, and its states. */
export const courseChoices: LoadChoices = async (api) => {
	const { data } = orThrow(await api.call(listStructure, {}));
	const items = data.map(({ id, path }) => ({ value: id, label: path.join(" › ") }));
	const status = [
		{ value: "active", label: "Active" },
		{ value: "disabled", label: "Disabled" },
	];
	return { administrationLevelItemId: items, adminLevelItemId: items, status };
};
