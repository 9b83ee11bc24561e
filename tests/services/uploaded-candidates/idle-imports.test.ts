import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import { createOrganisation, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { importRows, imports } from "#worker/database/schema/imports";
import { sweep } from "#worker/sweep/sweep";

const dayMs = 86_400_000;
const sweepAt = (now: number) => sweep({ ...env, ...keepingQueues().bindings }, { sweeps, clock: testClock(now) });

it("deletes a list that nobody imported after 30 days, and a discarded one at once", async () => {
	const { id: organisationId } = await createOrganisation();
	const now = Date.now();
	const list = { organisationId, target: "g", fileName: "a.csv", format: "csv" as const, size: 1 };
	const by = { createdBy: "u", createdByName: "U" };
	await testDb()
		.insert(imports)
		.values([
			{ ...list, ...by, id: "idle", status: "ready", createdAt: now - 31 * dayMs },
			{ ...list, ...by, id: "young", status: "ready", createdAt: now - 29 * dayMs },
			{ ...list, ...by, id: "away", status: "discarded", createdAt: now - dayMs },
			{ ...list, ...by, id: "done", status: "added", createdAt: now - 99 * dayMs },
		]);
	for (const importId of ["idle", "young", "away", "done"])
		await testDb()
			.insert(importRows)
			.values({ organisationId, importId, position: 1, rowNumber: 2, cells: ["x"] });
	for (let round = 0; round < 2; round++) await sweepAt(now);
	const left = await testDb().select().from(imports).where(eq(imports.organisationId, organisationId));
	expect(left.map(({ id }) => id).sort()).toEqual(["done", "young"]);
	const rows = await testDb().select().from(importRows).where(eq(importRows.organisationId, organisationId));
	expect(rows.map(({ importId }) => importId).sort()).toEqual(["done", "young"]);
});
