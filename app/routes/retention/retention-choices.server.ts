import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { retentionOptions } from "#app/routes/retention/screen";
import { listRetentionChoices } from "#worker/services/retention/contract";

/** Reads the applications that a rule can be for. */
export const retentionChoices: LoadChoices = async (api) => {
	const { applications } = orThrow(await api.call(listRetentionChoices, {}));
	return { ...retentionOptions, applicationId: applications.map(({ id, name }) => ({ value: id, label: name })) };
};
