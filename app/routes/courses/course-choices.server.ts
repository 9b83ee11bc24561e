import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { listAdminLevelItems } from "#worker/services/admin-levels/contract";

/** Reads what a course can be part of, and its states. */
export const courseChoices: LoadChoices = async (api) => {
	const query = { size: "500", sort: "structure" } as const;
	const { data } = orThrow(await api.call(listAdminLevelItems, { query }));
	const items = data.map(({ id, path }) => ({ value: id, label: path.join(" › ") }));
	const status = [
		{ value: "active", label: "Active" },
		{ value: "disabled", label: "Disabled" },
	];
	return { administrationLevelItemId: items, adminLevelItemId: items, status };
};
