import { expect, test } from "vitest";
import { lastReport, nextReport, type Timing } from "#worker/services/report-schedules/due-day";

const timing = (more: Partial<Timing>): Timing => ({
	frequency: "daily",
	weekday: null,
	monthDay: null,
	time: "08:00",
	...more,
});
const daysFrom = (at: string, report: Timing, count: number, zone = "Africa/Lagos"): string[] => {
	const days: string[] = [];
	for (let next = Date.parse(at); days.length < count; ) {
		next = nextReport(next, report, zone);
		days.push(new Date(next).toISOString().slice(0, 16));
	}
	return days;
};

test("a report of the 31st is sent on the last day of each month", () => {
	expect(daysFrom("2027-12-31T12:00:00Z", timing({ frequency: "monthly", monthDay: 31 }), 4)).toEqual([
		"2028-01-31T07:00",
		"2028-02-29T07:00",
		"2028-03-31T07:00",
		"2028-04-30T07:00",
	]);
	expect(daysFrom("2026-11-01T12:00:00Z", timing({ frequency: "monthly", monthDay: 1 }), 2)).toEqual([
		"2026-12-01T07:00",
		"2027-01-01T07:00",
	]);
});

test("a report keeps its hour when the clock changes, and has one time each week", () => {
	const weekly = timing({ frequency: "weekly", weekday: 7, time: "02:30" });
	expect(daysFrom("2026-10-18T12:00:00Z", weekly, 2, "Europe/Berlin")).toEqual([
		"2026-10-25T01:30",
		"2026-11-01T01:30",
	]);
	expect(daysFrom("2026-03-23T12:00:00Z", weekly, 2, "Europe/Berlin")).toEqual([
		"2026-03-29T01:30",
		"2026-04-05T00:30",
	]);
	expect(daysFrom("2026-10-24T12:00:00Z", timing({}), 3, "Europe/London")).toEqual([
		"2026-10-25T08:00",
		"2026-10-26T08:00",
		"2026-10-27T08:00",
	]);
});

test("the last time of a monthly report is found a month later", () => {
	const monthly = timing({ frequency: "monthly", monthDay: 31 });
	expect(lastReport(Date.parse("2028-03-31T06:59:00Z"), monthly, "Africa/Lagos")?.day).toBe("2028-02-29");
	expect(lastReport(Date.parse("2028-03-31T07:00:00Z"), monthly, "Africa/Lagos")?.day).toBe("2028-03-31");
});
