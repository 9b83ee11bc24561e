import { expect, test } from "vitest";
import { momentOf } from "#worker/local-time";
import { submissionSpansOf } from "#worker/services/dashboard/periods";

const quarterMs = 900_000;
const zones = ["Africa/Lagos", "UTC", "America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati", "Europe/London"];
const ranges = [
	["2026-11-05", "2026-11-05", "2026-11-06"],
	["2026-10-01", "2026-10-31", "2026-11-01"],
	["2026-03-20", "2026-11-05", "2026-11-06"],
	["2024-02-29", "2026-03-28", "2026-03-29"],
] as const;

test.each(zones)("the spans of a range of days in %s add up to each of its quarters of an hour once", (timeZone) => {
	for (const [startDate, endDate, after] of ranges) {
		const [first, end] = [startDate, after].map((day) => Math.floor(momentOf(day, "00:00", timeZone) / quarterMs));
		const counted = new Map<number, number>();
		for (const [width, from, to, sign] of submissionSpansOf({ startDate, endDate }, { today: endDate, timeZone }))
			for (let quarter = from * width; quarter < to * width; quarter++)
				counted.set(quarter, (counted.get(quarter) ?? 0) + sign);
		const asked = [...counted].filter(([, times]) => times !== 0);
		expect(asked.every(([, times]) => times === 1)).toBe(true);
		expect(asked.map(([quarter]) => quarter).sort((one, other) => one - other)).toEqual(
			Array.from({ length: (end ?? 0) - (first ?? 0) }, (_, index) => (first ?? 0) + index),
		);
	}
});

test("a month in Lagos is days, and one hour at each of its ends", () => {
	const spans = submissionSpansOf(
		{ startDate: "2026-10-01", endDate: "2026-10-31" },
		{ today: "2026-11-28", timeZone: "Africa/Lagos" },
	);
	const quarters = spans.filter(([width]) => width === 1).map(([, from, to]) => to - from);
	expect(quarters).toEqual([4, 4]);
	const days = spans.filter(([width]) => width === 96).reduce((sum, [, from, to]) => sum + to - from, 0);
	expect(days).toBeLessThanOrEqual(31);
});
