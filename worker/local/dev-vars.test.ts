import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepPort, portOf } from "./dev-vars.mjs";

test("links lead to the port that is said, or else to the one at which the data was served last", () => {
	const state = mkdtempSync(join(tmpdir(), "matricula-port-"));
	try {
		expect(portOf(state, undefined)).toBe(8787);
		keepPort(state, 9000);
		expect(portOf(state, undefined)).toBe(9000);
		expect(portOf(state, "9100")).toBe(9100);
	} finally {
		rmSync(state, { recursive: true });
	}
});
