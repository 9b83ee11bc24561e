import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { LoadChoices } from "#app/records/load-records.server";
import { couponChoices } from "#app/routes/coupons/screen";
import { listDiscountedApplications } from "#worker/services/coupons/contract";

const applications = async ({ call }: { call: ApiCall }) =>
	orThrow(await call(listDiscountedApplications, {})).data.map(({ id, name }) => ({ value: id, label: name }));

/** Reads what a discount code can be for. */
export const readCouponChoices: LoadChoices = async (api) => {
	const all = await applications(api);
	return { ...couponChoices, applicationIds: all, applicationId: all };
};
