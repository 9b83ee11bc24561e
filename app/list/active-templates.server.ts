import type { ApiCall } from "#app/api/client";
import { readAll } from "#app/api/read-all";
import { ok, type Result } from "#worker/contract/result";
import { listTemplates, type TemplateRow } from "#worker/services/templates/contract";

/** Reads all templates of a type that are in use: any of them can be chosen. */
export const readActiveTemplates = async (
	{ call }: { call: ApiCall },
	type: TemplateRow["type"],
): Promise<Result<{ id: string; name: string }[]>> => {
	const found = await readAll((page) => call(listTemplates, { query: { ...page, type } }));
	return found.ok ? ok(found.value.flatMap(({ active, id, name }) => (active ? [{ id, name }] : []))) : found;
};
