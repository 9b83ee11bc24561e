import { expect, test } from "vitest";
import { readLagosTime, readMoment } from "./provider-time";

test.each([
	["2026-10-06 06:02:06 PM", Date.UTC(2026, 9, 6, 17, 2, 6)],
	["2026-10-06 12:00:00 AM", Date.UTC(2026, 9, 5, 23)],
	["2026-10-06 12:30:00 PM", Date.UTC(2026, 9, 6, 11, 30)],
	["2018-07-25T06:57:24", Date.UTC(2018, 6, 25, 5, 57, 24)],
	["0001-01-01T00:00:00", null],
	["yesterday", null],
	["", null],
	[null, null],
])("reads %s as a time in Lagos", (text, moment) => expect(readLagosTime(text)).toBe(moment));

test("reads a moment with its zone", () => {
	expect(readMoment("2026-10-06T17:02:06.000Z")).toBe(Date.UTC(2026, 9, 6, 17, 2, 6));
	expect(readMoment(undefined)).toBeNull();
});
