import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { organisations } from "#worker/database/schema/organisations";

/** Returns a fixed sequence of numbers below `limit`, so that every run makes the same changes. */
const dice = (seed: number) => {
	let state = seed;
	return (limit: number) => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
		return Math.floor((state / 2_147_483_648) * limit);
	};
};

const keptCounts = () =>
	testDb().all(sql`SELECT organisation_id, application_id, step_id, course_id, applicants FROM applicant_counts
		WHERE applicants <> 0 ORDER BY 1, 2, 3, 4`);
const realCounts = () =>
	testDb().all(sql`SELECT organisation_id, application_id, step_id, course_id, count(*) AS applicants FROM applicants
		GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
const keptBlocks = () =>
	testDb().all(sql`SELECT application_id, step_id, block, applicants FROM applicant_blocks
		WHERE applicants <> 0 ORDER BY 1, 2, 3`);
const realBlocks = () =>
	testDb().all(sql`SELECT application_id, step_id, seq >> 12 AS block, count(*) AS applicants FROM applicants GROUP BY 1, 2, 3
		UNION ALL SELECT application_id, '', seq >> 12, count(*) FROM applicants GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);

it("counts and blocks stay exact through moves, course changes, batches and deletions", async () => {
	const staff = await openServicesFixture({ courseCount: 3 });
	const { steps, courses, id: applicationId } = staff.application;
	const ids = await createMany(staff.application, 120, { seqStep: 211 });
	const roll = dice(7);
	const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
	for (let round = 0; round < 60; round++) {
		const kind = roll(4);
		const stage = { stageId: pick(steps).id, reason: "A reason" };
		if (kind === 0) await staff.send("PATCH", `/candidates/${pick(ids)}`, stage);
		if (kind === 1) await staff.send("PATCH", `/candidates/${pick(ids)}`, { courseId: pick(courses).id });
		if (kind === 2)
			await staff.send("PATCH", "/candidates", { ...stage, candidateIds: Array.from({ length: 20 }, () => pick(ids)) });
		if (kind === 3) await testDb().run(sql`DELETE FROM applicants WHERE id = ${pick(ids)}`);
	}
	expect(await keptCounts()).toEqual(await realCounts());
	expect(await keptBlocks()).toEqual(await realBlocks());
	const { body } = await staff.get<{ total: number; stages: { id: string; applicants: number }[] }>(
		`/statistics/candidate-stages?applicationId=${applicationId}`,
	);
	const [real] = await testDb().all<{ total: number }>(sql`SELECT count(*) AS total FROM applicants`);
	expect(body.total).toBe(real?.total);
	expect(body.stages.map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
	expect(body.stages.reduce((sum, { applicants }) => sum + applicants, 0)).toBe(body.total);
});

it("filters stage counts by course, and leaves out another organisation's application", async () => {
	const [staff, other] = [await openServicesFixture(), await openServicesFixture()];
	await createMany(staff.application, 24);
	const [course] = staff.application.courses;
	const path = `/statistics/candidate-stages?applicationId=${staff.application.id}`;
	const { body } = await staff.get<{ total: number }>(`${path}&courseIds=${course?.id}`);
	const list = await staff.get<{ resultTotal: number }>(
		`/candidates?applicationId=${staff.application.id}&courseIds=${course?.id}`,
	);
	expect(body.total).toBe(list.body.resultTotal);
	expect(body.total).toBeLessThan(24);
	expect(await other.get(path)).toMatchObject({ status: 404, body: { code: "application_unavailable" } });
});

interface Counted {
	total: number;
	isExact: boolean;
	stages: { id: string; applicants: number | null }[];
}

it("counts the stages of what a search finds as the list does, and shows no number where counting stops", async () => {
	const staff = await openServicesFixture();
	const [{ searchKey } = { searchKey: "" }] = await testDb()
		.select({ searchKey: organisations.searchKey })
		.from(organisations)
		.where(eq(organisations.id, staff.application.organisationId));
	await createMany(staff.application, 40, { searchKey });
	const of = `applicationId=${staff.application.id}`;
	const search = async (keyword: string) => {
		const { body: counted } = await staff.get<Counted>(`/statistics/candidate-stages?${of}&keyword=${keyword}`);
		const { body: list } = await staff.get<{ resultTotal: number }>(`/candidates?${of}&keyword=${keyword}`);
		expect(counted.total, keyword).toBe(list.resultTotal);
		return counted;
	};
	const some = await search("Eze");
	expect(some.total).toBeGreaterThan(0);
	for (const { id, applicants } of some.stages) {
		const { body } = await staff.get<{ resultTotal: number }>(`/candidates?${of}&keyword=Eze&stage=${id}`);
		expect(applicants, id).toBe(body.resultTotal);
	}
	expect(await search("zzzzqq")).toMatchObject({ total: 0, isExact: true });
	await createMany(staff.application, 1_001, { searchKey });
	const many = await search("Eze");
	expect(many).toMatchObject({ total: 1_000, isExact: false });
	expect(new Set(many.stages.map(({ applicants }) => applicants))).toEqual(new Set([null]));
});
