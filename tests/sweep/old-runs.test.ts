import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import { createOrganisation, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { runRows, runs } from "#worker/database/schema/runs";
import { deleteOldRuns } from "#worker/runs/run.writes";
import { sweep } from "#worker/sweep/sweep";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const create = async (id: string, createdAt: number, status: "ready" | "gathering", rows = 2) => {
		const about = { kind: "stage" as const, targetId: "x", targetName: "x", subject: "", createdBy: "u" };
		await testDb()
			.insert(runs)
			.values({ organisationId, id, createdAt, status, ...about });
		const applicants = Array.from({ length: rows }, (_, position) => ({ subjectId: `${id}-${position}`, position }));
		for (const row of applicants)
			await testDb()
				.insert(runRows)
				.values({ organisationId, runId: id, outcome: "changed", ...row });
	};
	const left = async () => {
		const [found, rows] = await Promise.all([
			testDb().select().from(runs).where(eq(runs.organisationId, organisationId)),
			testDb().select().from(runRows).where(eq(runRows.organisationId, organisationId)),
		]);
		return { runs: found.map(({ id }) => id).sort(), rows: [...new Set(rows.map((row) => row.runId))].sort() };
	};
	const sweepAt = (now: number) => sweep({ ...env, ...keepingQueues().bindings }, { sweeps, clock: testClock(now) });
	return { organisationId, create, left, sweepAt };
};

test("deletes a run with its rows' results after 90 days", async () => {
	const { create, left, sweepAt } = await openFixture();
	const now = Date.now();
	await create("old", now - 91 * dayMs, "ready");
	await create("young", now - 89 * dayMs, "ready");
	await sweepAt(now);
	expect(await left()).toEqual({ runs: ["young"], rows: ["young"] });
});

test("deletes a run that was never started after a day, and keeps one that still collects its rows", async () => {
	const { create, left, sweepAt } = await openFixture();
	const now = Date.now();
	await create("half", now - dayMs - hourMs / 2, "gathering");
	await create("begun", now - dayMs - hourMs / 2, "ready");
	await create("gathers", now - hourMs, "gathering");
	await sweepAt(now);
	expect(await left()).toEqual({ runs: ["begun", "gathers"], rows: ["begun", "gathers"] });
});

test("deletes a run with more rows than one statement can in several sweeps, its rows first", async () => {
	const { organisationId, create, left } = await openFixture();
	const now = Date.now();
	await create("large", now - 91 * dayMs, "ready", 0);
	const rows = JSON.stringify(Array.from({ length: 2_100 }, (_, position) => position));
	await env.DB.prepare(
		`INSERT INTO run_rows (organisation_id, run_id, subject_id, position, outcome)
			SELECT ?, 'large', 'a' || value, value, 'changed' FROM json_each(?)`,
	)
		.bind(organisationId, rows)
		.run();
	const forget = () => deleteOldRuns(testDb(), { before: now - 90 * dayMs, halfBefore: now - dayMs });
	await forget();
	expect(await left()).toEqual({ runs: ["large"], rows: ["large"] });
	await forget();
	expect(await left()).toEqual({ runs: [], rows: [] });
});
