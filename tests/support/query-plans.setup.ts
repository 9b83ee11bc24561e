import { afterAll, expect } from "vitest";
import { planFaults } from "#tests/support/query-plans";
import { takeNewStatements } from "#tests/support/statements";

/** Checks the plan of every statement that the tests of this file were the first to use. */
afterAll(async () => {
	const faults = await Promise.all(takeNewStatements().map(planFaults));
	expect(faults.flat().join("\n\n"), "query plans").toBe("");
});
