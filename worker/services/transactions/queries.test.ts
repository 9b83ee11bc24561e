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
])("reads a provider's status %o as %s", (said, status) => {
	expect(statusOf(said)).toBe(status);
});
