import { expect, test } from "vitest";
import {
	addDays,
	afterQuietHours,
	daysInMonth,
	lastDue,
	momentOf,
	nextDue,
	sendingTimes,
	weekdayOf,
} from "#worker/local-time";

const iso = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toISOString());
const at = (text: string) => Date.parse(text);

test("a time of day is a moment of its zone, also where the clock skips it or shows it twice", () => {
	expect(iso(momentOf("2026-11-23", "09:00", "Africa/Lagos"))).toBe("2026-11-23T08:00:00.000Z");
	expect(iso(momentOf("2026-11-23", "09:00", "Asia/Kolkata"))).toBe("2026-11-23T03:30:00.000Z");
	expect(iso(momentOf("2026-03-29", "02:30", "Europe/Berlin"))).toBe("2026-03-29T01:30:00.000Z");
	expect(iso(momentOf("2026-10-25", "09:00", "Europe/London"))).toBe("2026-10-25T09:00:00.000Z");
	expect(iso(momentOf("2026-10-24", "09:00", "Europe/London"))).toBe("2026-10-24T08:00:00.000Z");
});

test("days go on over months and years", () => {
	expect([addDays("2026-12-31", 1), addDays("2028-03-01", -1)]).toEqual(["2027-01-01", "2028-02-29"]);
	expect([weekdayOf("2026-11-23"), weekdayOf("2026-11-29")]).toEqual([1, 7]);
	expect([daysInMonth("2026-02-01"), daysInMonth("2028-02-10"), daysInMonth("2026-12-31")]).toEqual([28, 29, 31]);
});

test("something is due once a day, in the hour that the clock shows twice as well", () => {
	const berlin = "Europe/Berlin";
	const due = momentOf("2026-10-25", "02:30", berlin);
	for (const later of [0, 3_600_000, 2 * 3_600_000])
		expect(lastDue(due + later, "02:30", berlin)).toEqual({ day: "2026-10-25", moment: due });
	expect(iso(nextDue(due, "02:30", berlin))).toBe("2026-10-26T01:30:00.000Z");
	const skipped = momentOf("2026-03-29", "02:30", berlin);
	expect(lastDue(skipped, "02:30", berlin)?.day).toBe("2026-03-29");
	expect(iso(nextDue(skipped, "02:30", berlin))).toBe("2026-03-30T00:30:00.000Z");
});

test("something that is never due has no last time, and another one at some time", () => {
	const now = at("2026-11-23T08:00:00Z");
	expect(lastDue(now, "09:00", "UTC", () => false)).toBeUndefined();
	expect(nextDue(now, "09:00", "UTC", () => false)).toBeGreaterThan(now);
});

const lagos = { timeZone: "Africa/Lagos", quietFrom: "21:00", quietUntil: "07:00" };

test("what falls into the quiet hours waits for their end, before and after midnight", () => {
	for (const [asked, sent] of [
		["2026-11-23T19:59:00Z", "2026-11-23T19:59:00.000Z"],
		["2026-11-23T20:00:00Z", "2026-11-24T06:00:00.000Z"],
		["2026-11-24T01:00:00Z", "2026-11-24T06:00:00.000Z"],
		["2026-11-24T06:00:00Z", "2026-11-24T06:00:00.000Z"],
	] as const)
		expect(iso(afterQuietHours(at(asked), lagos))).toBe(sent);
	const noon = { ...lagos, quietFrom: "12:00", quietUntil: "13:30" };
	expect(iso(afterQuietHours(at("2026-11-23T11:15:00Z"), noon))).toBe("2026-11-23T12:30:00.000Z");
	const none = { ...lagos, quietFrom: "00:00", quietUntil: "00:00" };
	expect(iso(afterQuietHours(at("2026-11-23T23:00:00Z"), none))).toBe("2026-11-23T23:00:00.000Z");
});

test("a time within the quiet hours is their end", () => {
	const now = at("2026-11-23T12:00:00Z");
	expect(iso(sendingTimes(now, "23:30", lagos).next)).toBe("2026-11-24T06:00:00.000Z");
	expect(iso(sendingTimes(now, "23:30", lagos).last)).toBe("2026-11-23T06:00:00.000Z");
	expect(iso(sendingTimes(now, "18:00", lagos).next)).toBe("2026-11-23T17:00:00.000Z");
});
