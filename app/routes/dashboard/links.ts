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
	const submitted = (from = startDate, to = endDate) =>
		applicants({
			submittedFrom: from && startDate && from < startDate ? startDate : from,
			submittedTo: to && endDate && to > endDate ? endDate : to,
		});
	// why only without a choice: the list of transactions is not filtered by application or course.
	const payments = (search: Record<string, string | undefined>): string | undefined => {
		if (!maySee.payments || application || item || course) return undefined;
		const named = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []));
		return `/${orgName}/transactions?${new URLSearchParams(named)}`;
	};
	/** Returns the payments behind the revenue of a day. */
	const paidOn = (day: string) => payments({ paidDay: day });
	/** why not those of several days: their list would be of payments that were started then, and revenue is of those that were paid. */
	const counted = () => {
		if (startDate && startDate === endDate) return paidOn(startDate);
		return startDate || endDate ? undefined : payments({ status: "SUCCESS" });
	};
	return {
		figures: {
			payments: counted(),
			submitted: submitted(),
			offers: applicants({ stage: "CONDITIONAL_OFFER" }),
			applicants: applicants({}),
		},
		submitted,
		paidOn,
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
