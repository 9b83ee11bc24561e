import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { listAdminLevelItems, listAdminLevels } from "#worker/services/admin-levels/contract";

/** The most items that a list of choices offers. */
const maxChoices = 500;

/** Reads the levels, and the items of which another one can be a part, with their names from the top. */
export const structureChoices: LoadChoices = async (api) => {
	const query = { size: String(maxChoices), sort: "structure" } as const;
	const [levels, items] = await Promise.all([
		api.call(listAdminLevels, {}).then(orThrow),
		api.call(listAdminLevelItems, { query }).then(orThrow),
	]);
	return {
		levelId: levels.data.map(({ id, name }) => ({ value: id, label: name })),
		parentItemId: items.data.map(({ id, path }) => ({ value: id, label: path.join(" › ") })),
	};
};
