import type { ApplicantPlan } from "./applicants";
import { institutions } from "./institution";
import type { DemoApplication } from "./setup";
import { day, registrationMoment } from "./times";

/** The number of applicants in both institutions. */
export const demoApplicants = 5_000;
const minute = 60_000;

/** Returns an application's share of `wanted`, rounded so that all shares add up to `wanted`. */
const quotaOf = (organisationId: string, key: string, wanted: number): number => {
	const all = institutions.flatMap(({ id, applications }) =>
		applications.map(({ key, applicants }) => ({ id: `${id}/${key}`, applicants })),
	);
	const share = Math.min(wanted, demoApplicants) / demoApplicants;
	const index = all.findIndex(({ id }) => id === `${organisationId}/${key}`);
	const before = all.slice(0, index).reduce((sum, { applicants }) => sum + applicants, 0);
	return Math.round((before + (all[index]?.applicants ?? 0)) * share) - Math.round(before * share);
};

/** Plans the applicants of an institution, in the order they registered. */
export const plannedApplicants = (
	organisationId: string,
	applications: readonly DemoApplication[],
	wanted: number,
	now: number,
): ApplicantPlan[] =>
	applications
		.flatMap((application) => {
			const { opened, closed } = application.plan;
			const from = now - opened * day;
			const to = Math.min(now - 12 * minute, now - closed * day);
			const count = quotaOf(organisationId, application.plan.key, wanted);
			return Array.from({ length: count }, (_, index): ApplicantPlan => {
				const registeredAt = registrationMoment((index + 0.5) / count, from, to);
				return { application, index, registeredAt, lean: false };
			});
		})
		.sort((one, other) => one.registeredAt - other.registeredAt);

/** Plans further applicants of one application, who registered before the others, one at a time. */
export function* furtherApplicants(application: DemoApplication, count: number, now: number): Generator<ApplicantPlan> {
	const [from, to] = [now - 300 * day, now - 100 * day];
	for (let index = 0; index < count; index++)
		yield {
			application,
			index,
			registeredAt: registrationMoment((index + 0.5) / count, from, to),
			lean: true,
		};
}
