import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { Choice } from "#app/ui/form/choice";
import { searchApplications } from "#worker/services/applications/contract";

/** How many applications are offered before the user searches, and at most found by a search. */
const offeredAtMost = 100;

/** Finds the applications that a form offers, by the title that its address asks for. */
export const findApplications = async (api: { call: ApiCall }, params: URLSearchParams): Promise<Choice[]> => {
	const query = { size: String(offeredAtMost), keyword: params.get("title") ?? "" };
	const { data } = orThrow(await api.call(searchApplications, { query }));
	return data.map(({ id, title }) => ({ value: id, label: title }));
};
