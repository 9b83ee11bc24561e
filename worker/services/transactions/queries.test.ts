import { expect, test } from "vitest";
import { statusOf } from "#worker/services/transactions/queries";

test.each([
	["success", "success"],
	["SUCCESS", "success"],
	["failed", "failed"],
	["FAILED", "failed"],
	["pending", "pending"],
	["abandoned", "pending"],
	["", "pending"],
])("what a provider calls %o is %s", (said, status) => {
	expect(statusOf(said)).toBe(status);
});
