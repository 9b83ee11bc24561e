import { describe, expect, test } from "vitest";
import { daysOf, readDashboardAddress } from "#app/routes/dashboard/dashboard-address";
import { linksOf } from "#app/routes/dashboard/links";
import { fromSearch } from "#worker/contract/applicant-filter";

const everything = { applicants: true, payments: true };

const linksAt = (search: string, maySee: { applicants: boolean; payments: boolean } = everything) => {
	const address = readDashboardAddress(new URLSearchParams(search));
	return linksOf({ orgName: "acme", address, days: daysOf(address, "2026-11-20"), maySee });
};

/** Reads a link as the list that it leads to does. */
const filterIn = (link: string | undefined) => fromSearch(new URL(link ?? "", "https://portal.test").searchParams);

describe("the links of the dashboard", () => {
	test("lead to applicants of the application, the course and the structure item that are counted", () => {
		const { stage, submitted, figures } = linksAt("application=a&item=i&course=c&period=week");
		const own = { applicationId: "a", courseIds: ["c"], administrationLevelItemIds: ["i"] };
		expect(filterIn(stage("step-2"))).toEqual({ ...own, stage: "step-2", sort: "waiting" });
		expect(filterIn(figures.applicants)).toEqual(own);
		expect(filterIn(figures.offers)).toEqual({ ...own, stage: "CONDITIONAL_OFFER" });
		expect(filterIn(figures.submitted)).toEqual({ ...own, submittedFrom: "2026-11-14", submittedTo: "2026-11-20" });
		expect(filterIn(submitted("2026-11-18", "2026-11-18"))).toEqual({
			...own,
			submittedFrom: "2026-11-18",
			submittedTo: "2026-11-18",
		});
	});

	test("of a month are of its days that are counted, where the trend begins or ends within it", () => {
		const { submitted } = linksAt("application=a&period=year");
		expect(filterIn(submitted("2025-11-01", "2025-11-30"))).toMatchObject({
			submittedFrom: "2025-11-21",
			submittedTo: "2025-11-30",
		});
		expect(filterIn(submitted("2026-11-01", "2026-11-30"))).toMatchObject({
			submittedFrom: "2026-11-01",
			submittedTo: "2026-11-20",
		});
	});

	test("replace the course that is chosen by the one of the bar", () => {
		expect(filterIn(linksAt("application=a&course=c").course("d"))).toEqual({ applicationId: "a", courseIds: ["d"] });
	});

	test("lead from a course to its own dashboard where no list holds applicants of several applications", () => {
		const { course, dashboardOf, stage, submitted, figures } = linksAt("item=i&period=all");
		expect(course("d")).toBe("/acme/dashboard?item=i&course=d&period=all");
		expect(dashboardOf("d")).toBe(course("d"));
		expect([stage("x"), submitted("2026-11-18", "2026-11-18"), figures.applicants, figures.offers]).toEqual([
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});

	test("lead to the very payments that are counted, by the days on which they were paid", () => {
		const { figures, paid } = linksAt("period=year");
		expect(figures.payments).toBe("/acme/transactions?paidFrom=2025-11-21&paidTo=2026-11-20");
		expect(paid("2025-11-01", "2025-11-30"), "no further than the days that are counted").toBe(
			"/acme/transactions?paidFrom=2025-11-21&paidTo=2025-11-30",
		);
		expect(paid("2026-11-04", "2026-11-04")).toBe("/acme/transactions?paidDay=2026-11-04");
		expect(linksAt("period=today").figures.payments).toBe("/acme/transactions?paidDay=2026-11-20");
		expect(linksAt("period=week").figures.payments).toBe("/acme/transactions?paidFrom=2026-11-14&paidTo=2026-11-20");
		expect(linksAt("period=all").figures.payments).toBe("/acme/transactions?status=SUCCESS");
		expect(linksAt("from=2026-11-03").figures.payments).toBe("/acme/transactions?paidFrom=2026-11-03");
	});

	test("lead to the payments of the application that is counted", () => {
		expect(linksAt("application=a&period=all").figures.payments).toBe(
			"/acme/transactions?status=SUCCESS&applicationId=a",
		);
		expect(linksAt("application=a").paid("2026-11-04", "2026-11-04")).toBe(
			"/acme/transactions?paidDay=2026-11-04&applicationId=a",
		);
	});

	test.each(["item=i", "application=a&course=c"])(
		"name no payments of %s, by which their list is not filtered",
		(search) => {
			const { paid, figures } = linksAt(search);
			expect([paid("2026-11-04", "2026-11-04"), figures.payments]).toEqual([undefined, undefined]);
		},
	);

	test("are left out for users who may not open the list", () => {
		const none = linksAt("application=a", { applicants: false, payments: false });
		expect([none.stage("x"), none.submitted("2026-11-18", "2026-11-18"), none.figures.applicants]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(none.course("d"), "the dashboard, which they have").toBe("/acme/dashboard?application=a&course=d");
		const noPayments = linksAt("", { applicants: true, payments: false });
		expect([noPayments.paid("2026-11-04", "2026-11-04"), noPayments.figures.payments]).toEqual([undefined, undefined]);
	});

	test("keep letters of ids as they are", () => {
		expect(filterIn(linksAt("application=a%26b%3D1").stage("x y&z"))).toMatchObject({
			applicationId: "a&b=1",
			stage: "x y&z",
		});
	});
});
