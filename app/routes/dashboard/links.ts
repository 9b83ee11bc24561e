import { type DashboardAddress, dashboardSearch } from "#app/routes/dashboard/dashboard-address";
import { type ApplicantFilter, toSearch } from "#worker/contract/applicant-filter";

interface Shown {
	orgName: string;
	address: DashboardAddress;
	days: { startDate?: string | undefined; endDate?: string | undefined };
	maySee: { applicants: boolean; payments: boolean };
}

/** Returns the addresses of the rows behind the statistics: a list of applicants is always of one application. */
export const linksOf = ({ orgName, address, days: { startDate, endDate }, maySee }: Shown) => {
	const { application, item, course } = address;
	const own: ApplicantFilter = {
		applicationId: application,
		courseIds: course ? [course] : undefined,
		administrationLevelItemIds: item ? [item] : undefined,
	};
	const applicants = (filter: ApplicantFilter): string | undefined =>
		maySee.applicants && application ? `/${orgName}/applicants?${toSearch({ ...own, ...filter })}` : undefined;
	/** why no further than the days that are counted: the first and the last month of a trend may be parts of one. */
	const withinCounted = (from: string | undefined, to: string | undefined) => ({
		from: from && startDate && from < startDate ? startDate : from,
		to: to && endDate && to > endDate ? endDate : to,
	});
	const submitted = (first = startDate, last = endDate) => {
		const { from, to } = withinCounted(first, last);
		return applicants({ submittedFrom: from, submittedTo: to });
	};
	// why not of an item or a course: no index of the transactions begins with them.
	const payments = (search: Record<string, string | undefined>): string | undefined => {
		if (!maySee.payments || item || course) return undefined;
		const named = Object.entries({ ...search, applicationId: application }).flatMap(([name, value]) =>
			value ? [[name, value]] : [],
		);
		return `/${orgName}/transactions?${new URLSearchParams(named)}`;
	};
	/** Returns the payments behind the revenue of some days, as far as they are counted. */
	const paid = (from = startDate, to = endDate) => {
		const days = withinCounted(from, to);
		if (!days.from && !days.to) return payments({ status: "SUCCESS" });
		return payments(days.from === days.to ? { paidDay: days.from } : { paidFrom: days.from, paidTo: days.to });
	};
	return {
		figures: {
			payments: paid(),
			submitted: submitted(),
			offers: applicants({ stage: "CONDITIONAL_OFFER" }),
			applicants: applicants({}),
		},
		submitted,
		paid,
		/** The applicants at a stage, who has been there longest first. */
		stage: (stage: string) => applicants({ stage, sort: "waiting" }),
		/** The applicants of a course; without an application, the dashboard of that course. */
		course: (courseId: string): string => applicants({ courseIds: [courseId] }) ?? ofCourse(orgName, address, courseId),
		dashboardOf: (courseId: string): string => ofCourse(orgName, address, courseId),
	};
};
export type DashboardLinks = ReturnType<typeof linksOf>;

const ofCourse = (orgName: string, address: DashboardAddress, course: string): string =>
	`/${orgName}/dashboard${dashboardSearch({ ...address, course })}`;
