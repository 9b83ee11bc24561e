import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { dismissedPairs } from "#worker/database/schema/duplicates";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";

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
		testDb().get<{ open: number; dismissed: number }>(
			sql`SELECT open, dismissed FROM duplicate_counts WHERE organisation_id = ${organisationId}`,
		);
	const register = async () => (await createApplicant(application)).id;
	return { organisationId, application, scope, know, forget, pairs, counts, register };
};

let intake: Awaited<ReturnType<typeof openIntake>>;
beforeEach(async () => {
	intake = await openIntake();
});

it("pairs two applicants who share a key, ordered by registration and weighted by the shared keys", async () => {
	const { know, forget, pairs, counts, register } = intake;
	const [first, second] = [await register(), await register()];
	await know(second, "phone:1", "exam:a");
	await know(first, "phone:1");
	expect(await pairs()).toEqual([{ first, second, strength: 1 }]);
	await know(first, "exam:a", "email:x");
	expect(await pairs()).toEqual([{ first, second, strength: 2 }]);
	expect(await counts()).toEqual({ open: 1, dismissed: 0 });
	await forget(second, "exam:a");
	expect(await pairs()).toEqual([{ first, second, strength: 1 }]);
	await forget(first, "phone:1");
	expect(await pairs()).toEqual([]);
	expect(await counts()).toEqual({ open: 0, dismissed: 0 });
});

it("keeps a dismissed pair closed, whatever keys the two get, until the dismissal is removed", async () => {
	const { organisationId, scope, know, forget, pairs, counts, register } = intake;
	const [first, second] = [await register(), await register()];
	await know(first, "phone:1");
	await know(second, "phone:1");
	const pair = { organisationId, applicationId: scope, firstId: first, secondId: second };
	await testDb()
		.insert(dismissedPairs)
		.values({ ...pair, dismissedBy: "u", dismissedByName: "U", dismissedAt: 1 });
	expect([await pairs(), await counts()]).toEqual([[], { open: 0, dismissed: 1 }]);
	for (const id of [first, second]) await know(id, "exam:a", "email:x");
	await forget(first, "phone:1");
	expect([await pairs(), await counts()]).toEqual([[], { open: 0, dismissed: 1 }]);
	const remove = () => testDb().delete(dismissedPairs).where(eq(dismissedPairs.organisationId, organisationId));
	await remove();
	expect([await pairs(), await counts()]).toEqual([[{ first, second, strength: 2 }], { open: 1, dismissed: 0 }]);
});

it("creates no pair when a dismissal is removed from two who share nothing, or only an agent's phone", async () => {
	const { organisationId, scope, know, pairs, register } = intake;
	const [first, second, third] = [await register(), await register(), await register()];
	for (const id of [second, third]) await know(id, "phone:agent");
	for (let n = 0; n < 9; n++) await know(await register(), "phone:agent");
	const before = (await pairs()).filter((pair) => pair.first !== second || pair.second !== third);
	const dismissal = { organisationId, applicationId: scope, dismissedBy: "u", dismissedByName: "U", dismissedAt: 1 };
	await testDb()
		.insert(dismissedPairs)
		.values([
			{ ...dismissal, firstId: first, secondId: second },
			{ ...dismissal, firstId: second, secondId: third },
		]);
	await testDb().delete(dismissedPairs).where(eq(dismissedPairs.organisationId, organisationId));
	expect(await pairs()).toEqual(before);
});

it("creates no pairs from a phone that more than ten share", async () => {
	const { know, pairs, register } = intake;
	const people: string[] = [];
	for (let n = 0; n < 14; n++) {
		const id = await register();
		people.push(id);
		await know(id, "phone:agent");
	}
	expect(await pairs(), "the first ten are all paired").toHaveLength(45);
	const [eleventh = "", twelfth = ""] = people.slice(10);
	await know(eleventh, "exam:same");
	await know(twelfth, "exam:same");
	const found = (await pairs()).filter(({ second }) => second === twelfth);
	expect(found, "other shared keys are found, and the phone adds to them").toEqual([
		{ first: eleventh, second: twelfth, strength: 2 },
	]);
});

it("creates no pairs with imported lists, other applications or other institutions", async () => {
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
