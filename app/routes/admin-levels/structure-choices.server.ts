import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { listAdminLevels, listStructure } from "#worker/services/admin-levels/contract";

/** Reads the levels, and the items of which another one can be a part, with their names from the top. */
export const structureChoices: LoadChoices = async (api) => {
	const [levels, items] = await Promise.all([
		api.call(listAdminLevels, {}).then(orThrow),
		api.call(listStructure, {}).then(orThrow),
	]);
	return {
		levelId: levels.data.map(({ id, name }) => ({ value: id, label: name })),
		parentItemId: items.data.map(({ id, path }) => ({ value: id, label: path.join(" › ") })),
	};
};
