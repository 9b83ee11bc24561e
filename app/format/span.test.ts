import { expect, test } from "vitest";
import { formatSpan, formatWait } from "#app/format/span";

test.each([
	[null, "–"],
	[0, "under a minute"],
	[60, "1 minute"],
	[3_599, "59 minutes"],
	[5 * 3_600, "5 hours"],
	[86_400, "1 day"],
	[1.52 * 86_400, "1.5 days"],
	[9.97 * 86_400, "10 days"],
	[41.4 * 86_400, "41 days"],
	[1_500 * 86_400, "1,500 days"],
])("%s seconds are %s", (seconds, said) => {
	expect(formatSpan(seconds)).toBe(said);
});

test.each([
	[0, "0 seconds"],
	[1, "1 second"],
	[90, "90 seconds"],
	[119, "119 seconds"],
	[120, "2 minutes"],
	[150, "2 minutes 30 seconds"],
	[181, "3 minutes 1 second"],
	[600, "10 minutes"],
])("a wait of %s seconds is %s", (seconds, said) => {
	expect(formatWait(seconds)).toBe(said);
});
