import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { defaultApplication } from "#worker/services/applications/contract";

/** The application that is shown unless another is chosen; undefined for an institution that has none yet. */
export const findDefaultApplication = async (api: ApiClient) => {
	const found = await api.call(defaultApplication, {});
	return !found.ok && found.problem.status === 404 ? undefined : orThrow(found);
};
