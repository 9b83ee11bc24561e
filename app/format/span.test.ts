import { expect, test } from "vitest";
import { formatSpan } from "#app/format/span";

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
