import { describe, expect, test } from "vitest";
import { dashboardSearch, daysOf, readDashboardAddress } from "#app/routes/dashboard/dashboard-address";

const read = (search: string) => readDashboardAddress(new URLSearchParams(search));

describe("the address of the dashboard", () => {
	test.each(["", "?application=a&item=i&course=c", "?application=a&period=all", "?from=2026-01-01&to=2026-02-01"])(
		"stays the same when it is read and written: %s",
		(search) => expect(dashboardSearch(read(search))).toBe(search),
	);

	test("takes days without a period as chosen days, and leaves them out of any other", () => {
		expect(read("?from=2026-01-01")).toMatchObject({ period: "days", from: "2026-01-01", to: undefined });
		expect(read("?from=2026-01-01&period=week")).toMatchObject({ period: "week", from: undefined });
		expect(read("?period=nonsense").period).toBe("month");
	});

	test("names the days of each period, today included", () => {
		const days = (search: string) => daysOf(read(search), "2026-03-02");
		expect(days("?period=today")).toEqual({ startDate: "2026-03-02", endDate: "2026-03-02" });
		expect(days("?period=week")).toEqual({ startDate: "2026-02-24", endDate: "2026-03-02" });
		expect(days("")).toEqual({ startDate: "2026-02-01", endDate: "2026-03-02" });
		expect(days("?period=year")).toEqual({ startDate: "2025-03-03", endDate: "2026-03-02" });
		expect(days("?period=all")).toEqual({});
		expect(daysOf(read("?period=year"), "2028-02-29"), "a day that the year before has not").toEqual({
			startDate: "2027-03-01",
			endDate: "2028-02-29",
		});
	});
});
