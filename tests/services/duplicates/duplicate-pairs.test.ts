import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { sweep } from "#worker/sweep/sweep";

const openIntake = async () => {
	const { id: organisationId } = await createOrganisation();
	const application = await createApplication(organisationId);
	const scope = application.id;
	const know = (ownerId: string, ...keys: string[]) =>
		testDb()
			.insert(identityKeys)
			.values(keys.map((key) => ({ organisationId, scope, key, ownerId })));
	const forget = (ownerId: string, key: string) =>
		testDb()
			.delete(identityKeys)
			.where(
				and(
					eq(identityKeys.organisationId, organisationId),
					eq(identityKeys.ownerId, ownerId),
					eq(identityKeys.key, key),
				),
			);
	const pairs = () =>
		testDb().all<{ first: string; second: string; strength: number }>(sql`
			SELECT first_id AS first, second_id AS second, strength FROM duplicate_pairs
			WHERE organisation_id = ${organisationId} ORDER BY first_id, second_id`);
	const counts = () =>
		testDb().get<{ open: number; decided: number }>(
			sql`SELECT open, decided FROM duplicate_counts WHERE organisation_id = ${organisationId}`,
		);
	const register = async () => (await createApplicant(application)).id;
	return { organisationId, application, scope, know, forget, pairs, counts, register };
};

let intake: Awaited<ReturnType<typeof openIntake>>;
beforeEach(async () => {
	intake = await openIntake();
});

it("two who share a key are a pair, by when they registered, as strong as the keys they share", async () => {
	const { know, forget, pairs, counts, register } = intake;
	const [first, second] = [await register(), await register()];
	await know(second, "phone:1", "exam:a");
	await know(first, "phone:1");
	expect(await pairs()).toEqual([{ first, second, strength: 1 }]);
	await know(first, "exam:a", "email:x");
	expect(await pairs()).toEqual([{ first, second, strength: 2 }]);
	expect(await counts()).toEqual({ open: 1, decided: 0 });
	await forget(second, "exam:a");
	expect(await pairs()).toEqual([{ first, second, strength: 1 }]);
	await forget(first, "phone:1");
	expect(await pairs()).toEqual([]);
	expect(await counts()).toEqual({ open: 0, decided: 0 });
});

it("who was told apart stays so when they share nothing any longer, and is counted as that", async () => {
	const { organisationId, know, forget, pairs, counts, register } = intake;
	const [first, second] = [await register(), await register()];
	await know(first, "phone:1");
	await know(second, "phone:1");
	await testDb().run(sql`UPDATE duplicate_pairs SET decided_at = 1 WHERE organisation_id = ${organisationId}`);
	await forget(first, "phone:1");
	expect(await pairs()).toEqual([{ first, second, strength: 0 }]);
	expect(await counts()).toEqual({ open: 0, decided: 1 });
});

it("a phone that more than ten have says of nobody that they are another", async () => {
	const { know, pairs, register } = intake;
	const people: string[] = [];
	for (let n = 0; n < 14; n++) {
		const id = await register();
		people.push(id);
		await know(id, "phone:agent");
	}
	expect(await pairs(), "the first ten, each with each").toHaveLength(45);
	const [eleventh = "", twelfth = ""] = people.slice(10);
	await know(eleventh, "exam:same");
	await know(twelfth, "exam:same");
	const found = (await pairs()).filter(({ second }) => second === twelfth);
	expect(found, "what else they share is found, and the phone counts").toEqual([
		{ first: eleventh, second: twelfth, strength: 2 },
	]);
});

it("lists that are imported, other applications and other institutions make no pairs", async () => {
	const { organisationId, scope, know, pairs, register } = intake;
	await know(await register(), "phone:1");
	const elsewhere = await createApplication(organisationId);
	const other = await createApplicant(elsewhere);
	const foreign = await openIntake();
	await testDb()
		.insert(identityKeys)
		.values([
			{ organisationId, scope: elsewhere.id, key: "phone:1", ownerId: other.id },
			{ organisationId, scope: "a-group", key: "phone:1", ownerId: "one" },
			{ organisationId, scope: "a-group", key: "phone:1", ownerId: "two" },
			{ organisationId, scope, key: "phone:1", ownerId: "nobody" },
			{ organisationId: foreign.organisationId, scope, key: "phone:1", ownerId: "three" },
		]);
	expect(await pairs()).toEqual([]);
	expect(await foreign.pairs()).toEqual([]);
});

it("those who were known before pairs were kept are paired by the sweep, once", async () => {
	const { organisationId, know, pairs, counts, register } = intake;
	await env.FILES.delete("sweep/known-duplicates.json");
	const [first, second] = [await register(), await register()];
	await know(first, "phone:1");
	await know(second, "phone:1");
	await testDb().run(sql`DELETE FROM duplicate_pairs WHERE organisation_id = ${organisationId}`);
	const sweepNow = () => sweep({ ...env, ...keepingQueues().bindings }, { sweeps, clock: testClock(Date.now()) });
	await sweepNow();
	expect(await pairs()).toMatchObject([{ first, second }]);
	expect(await counts()).toEqual({ open: 1, decided: 0 });
	const found = await pairs();
	await sweepNow();
	expect(await pairs()).toEqual(found);
});
