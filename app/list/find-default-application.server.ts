import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { defaultApplication } from "#worker/services/applications/contract";

/** Returns the application that is shown by default; undefined for an institution without any. */
export const findDefaultApplication = async (api: ApiClient) => {
	const found = await api.call(defaultApplication, {});
	return !found.ok && found.problem.status === 404 ? undefined : orThrow(found);
};
