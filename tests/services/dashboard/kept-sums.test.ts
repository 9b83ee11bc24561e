import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createTransaction,
	testDb,
} from "#tests/support/factories";
import { createRandom } from "#worker/database/demo/random";
import { differencesOf, rebuildStatements } from "#worker/database/kept-sums";
import type { applicants } from "#worker/database/schema/applicants";
import { paymentReversals } from "#worker/database/schema/transactions";
import { candidateGroups, groupCandidates } from "#worker/database/schema/uploaded-candidates";

/** why of one institution: other tests write to the same database meanwhile. */
const differencesAt = (organisationId: string) =>
	testDb().all<{ name: string; differences: number }>(sql.raw(differencesOf(`organisation_id = '${organisationId}'`)));
const none = [
	{ name: "revenue_periods", differences: 0 },
	{ name: "submission_spans", differences: 0 },
	{ name: "applicant_counts", differences: 0 },
	{ name: "application_sizes", differences: 0 },
	{ name: "candidate_groups", differences: 0 },
];
const sumsOf = (organisationId: string) =>
	testDb().all(sql`SELECT period, application_id, course_id, currency, price, payments, charges, fees, reversals, reversed
		FROM revenue_periods WHERE organisation_id = ${organisationId} AND (payments <> 0 OR reversals <> 0) ORDER BY 1, 2, 3, 4, 5`);

test.each([1, 2, 3, 4])("the sums are what is counted, whatever was written in whatever order: %i", async (seed) => {
	const random = createRandom(seed, "kept sums");
	const organisation = await createOrganisation();
	const differences = () => differencesAt(organisation.id);
	const application = await createApplication(organisation.id, { courseCount: 3 });
	const people: (typeof applicants.$inferInsert)[] = [];
	for (let n = 0; n < 6; n += 1) people.push(await createApplicant(application));
	const pick = <T>(from: readonly T[]): T => from[random.between(0, from.length - 1)] as T;
	const day = () =>
		`2026-${String(random.between(9, 11)).padStart(2, "0")}-${String(random.between(1, 28)).padStart(2, "0")}`;
	const course = () => pick([null, ...application.courses.map(({ id }) => id)]);
	const payments: string[] = [];
	let reversals = 0;
	const change = (set: ReturnType<typeof sql>) =>
		testDb().run(sql`UPDATE OR IGNORE transactions SET ${set}
			WHERE organisation_id = ${organisation.id} AND id = ${pick(payments)}`);
	const move = (at: ReturnType<typeof sql>) =>
		testDb().run(sql`UPDATE applicants SET step_id = ${pick(application.steps).id}, stage_changed_at = ${at}
			WHERE organisation_id = ${organisation.id} AND id = ${pick(people).id}`);
	const acts: (() => Promise<unknown>)[] = [
		async () => {
			const isPaid = random.between(0, 2) > 0;
			const { id } = await createTransaction(pick(people) as never, {
				courseId: course(),
				amount: random.between(1, 3) * 1_000,
				gatewayCharge: random.between(0, 2) * 50,
				currency: pick(["NGN", "USD"]),
				status: isPaid ? "success" : "pending",
				paidDay: isPaid ? day() : null,
			});
			payments.push(id);
		},
		() => change(sql`status = 'success', paid_day = ${day()}`),
		() => change(sql`fee = ${random.between(1, 90)}`),
		() => change(sql`amount = amount + ${random.between(1, 2) * 1_000}`),
		() => change(sql`course_id = ${course()}`),
		() => change(sql`currency = ${pick(["NGN", "USD"])}`),
		() =>
			testDb()
				.insert(paymentReversals)
				.values({
					organisationId: organisation.id,
					id: `back-${seed}-${reversals++}`,
					transactionId: pick(payments),
					amount: random.between(1, 900),
					currency: "NGN",
					platform: "PAYSTACK",
					day: day(),
					description: "Refund",
					createdAt: 1,
				})
				.onConflictDoNothing(),
		() =>
			testDb().run(sql`UPDATE payment_reversals SET amount = amount + 7, day = ${day()}
				WHERE organisation_id = ${organisation.id} AND transaction_id = ${pick(payments)}`),
		() =>
			random.between(0, 3) > 0
				? Promise.resolve()
				: testDb().run(sql`DELETE FROM payment_reversals
					WHERE organisation_id = ${organisation.id} AND transaction_id = ${pick(payments)}`),
		() =>
			random.between(0, 5) > 0
				? Promise.resolve()
				: testDb().run(
						sql`DELETE FROM transactions WHERE organisation_id = ${organisation.id} AND id = ${pick(payments)}`,
					),
		() =>
			testDb().run(sql`UPDATE applicants SET course_id = ${pick(application.courses).id}
				WHERE organisation_id = ${organisation.id} AND id = ${pick(people).id}`),
		() =>
			testDb().run(sql`UPDATE submissions SET submitted_at = ${pick([null, random.between(1_780_000_000, 1_795_000_000) * 1_000])}
				WHERE organisation_id = ${organisation.id} AND applicant_id = ${pick(people).id}`),
		async () => people.push(await createApplicant(application)),
		() => move(sql`stage_changed_at + ${random.between(0, 90) * 60_000}`),
		// why: so a change is undone, or a merge takes an older stage.
		() => move(sql`stage_changed_at - ${random.between(1, 90) * 60_000}`),
		() =>
			random.between(0, 5) > 0
				? Promise.resolve()
				: testDb().run(
						sql`DELETE FROM applicants WHERE organisation_id = ${organisation.id} AND id = ${pick(people).id}`,
					),
	];
	const group = { organisationId: organisation.id, id: `expected-${seed}`, applicationId: application.id };
	const about = { createdBy: "u", createdAt: 1, updatedAt: 1 };
	await testDb()
		.insert(candidateGroups)
		.values({ ...group, ...about, name: "Expected", nameKey: `expected ${seed}` });
	const candidates: string[] = [];
	const ofGroup = sql`organisation_id = ${organisation.id} AND group_id = ${group.id}`;
	const addCandidate = async () => {
		const id = `candidate-${seed}-${candidates.length}`;
		await testDb().insert(groupCandidates).values({
			organisationId: organisation.id,
			groupId: group.id,
			id,
			examKey: id,
			data: {},
			searchText: "",
			importId: "i",
			createdAt: 1,
			updatedAt: 1,
		});
		candidates.push(id);
	};
	const ofCandidates: (() => Promise<unknown>)[] = [
		addCandidate,
		() =>
			testDb().run(sql`UPDATE group_candidates SET applicant_id = ${pick([null, pick(people).id])}
				WHERE ${ofGroup} AND id = ${pick(candidates)}`),
		() =>
			random.between(0, 4) > 0
				? Promise.resolve()
				: testDb().run(sql`DELETE FROM group_candidates WHERE ${ofGroup}
					AND id = ${pick(candidates)}`),
	];
	await acts[0]?.();
	for (let step = 0; step < 150; step += 1) await pick(acts)();
	await addCandidate();
	for (let step = 0; step < 40; step += 1) await pick(ofCandidates)();
	expect(await differences()).toEqual(none);

	const ours = sql`organisation_id = ${organisation.id}`;
	const before = await sumsOf(organisation.id);
	expect(before.length).toBeGreaterThan(20);
	await testDb().run(sql`UPDATE revenue_periods SET payments = payments + 1 WHERE period = '' AND ${ours}`);
	await testDb().run(sql`DELETE FROM submission_spans WHERE width = 96 AND ${ours}`);
	await testDb().run(sql`UPDATE applicant_counts SET stayed_seconds = stayed_seconds + 1 WHERE ${ours}`);
	await testDb().run(sql`UPDATE application_sizes SET applicants = applicants + 1 WHERE ${ours}`);
	await testDb().run(sql`UPDATE candidate_groups SET applied = applied + 1 WHERE ${ours}`);
	const wrong = (await differences()).map((one) => one.differences);
	expect(wrong).toHaveLength(none.length);
	expect(Math.min(...wrong)).toBeGreaterThan(0);
	for (const statement of rebuildStatements) await testDb().run(sql.raw(statement));
	expect(await differences()).toEqual(none);
	expect(await sumsOf(organisation.id)).toEqual(before);
});
