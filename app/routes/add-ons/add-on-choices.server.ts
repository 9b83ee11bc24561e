import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { addOnChoices } from "#app/routes/add-ons/screen";
import { listDiscountedApplications } from "#worker/services/coupons/contract";

/** Reads the applications that an add-on can be for. */
export const readAddOnChoices: LoadChoices = async ({ call }) => {
	const { data } = orThrow(await call(listDiscountedApplications, {}));
	const applications = data.map(({ id, name }) => ({ value: id, label: name }));
	return { ...addOnChoices, applicationIds: applications, applicationId: applications };
};
