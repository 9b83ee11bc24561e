import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openPairFixture, type PairFixture } from "#tests/services/duplicates/pair-fixture";
import { testDb } from "#tests/support/factories";

let staff: PairFixture;
beforeEach(async () => {
	staff = await openPairFixture();
});

const phone = "08050000001";
const person = (lastName: string, itsPhone = phone) => staff.register({ lastName, data: { phone: itsPhone } });

/**
 * Returns each pair as 'open' or the time at which it was dismissed, by its two applicants, and checks the counts.
 */
const pairs = async () => {
	const { id } = staff.organisation;
	const rows = await testDb().all<{ first: string; second: string; at: number | null }>(sql`
		SELECT first_id AS first, second_id AS second, NULL AS at FROM duplicate_pairs WHERE organisation_id = ${id}
		UNION ALL SELECT first_id, second_id, dismissed_at FROM dismissed_pairs WHERE organisation_id = ${id}`);
	const [counts] = await testDb().all<{ open: number; dismissed: number }>(
		sql`SELECT open, dismissed FROM duplicate_counts WHERE organisation_id = ${id}`,
	);
	const open = rows.filter(({ at }) => at === null).length;
	expect(counts, "the counts").toEqual({ open, dismissed: rows.length - open });
	return Object.fromEntries(rows.map(({ first, second, at }) => [`${first} ${second}`, at ?? "open"]));
};

test("moves the source's dismissed pairs to the target, and restores them with an undo", async () => {
	const third = await person("Third");
	const target = await person("Target", "08050000002");
	const source = await person("Source");
	await staff.dismiss(source.id, third.id);
	const at = staff.clock.now();
	const before = await pairs();
	expect(before).toEqual({ [`${third.id} ${source.id}`]: at });
	staff.clock.advance(5_000);
	const { mergeId } = (await staff.merge(target.id, source.id)).body;
	expect(await pairs(), "they share a phone number").toEqual({ [`${third.id} ${target.id}`]: at });
	expect((await staff.list("&dismissed=true")).body.data).toMatchObject([
		{ first: { id: third.id }, second: { id: target.id }, dismissed: { by: expect.any(String), at } },
	]);
	expect((await staff.undo(mergeId)).status).toBe(200);
	expect(await pairs()).toEqual(before);
});

test("reopens pairs with an undo, and keeps the target's own dismissals", async () => {
	const [target, source, open, said] = [
		await person("Target"),
		await person("Source"),
		await person("Open"),
		await person("Said"),
	];
	if (!target || !source || !open || !said) throw new Error("four were registered");
	for (const third of [open, said, target]) await staff.dismiss(source.id, third.id);
	staff.clock.advance(5_000);
	await staff.dismiss(target.id, said.id);
	const before = await pairs();
	expect(before[`${target.id} ${open.id}`]).toBe("open");
	const { mergeId } = (await staff.merge(target.id, source.id)).body;
	expect(await pairs()).toMatchObject({
		[`${target.id} ${open.id}`]: before[`${source.id} ${open.id}`],
		[`${target.id} ${said.id}`]: before[`${target.id} ${said.id}`],
	});
	await staff.undo(mergeId);
	expect(await pairs()).toEqual(before);
});

test("keeps dismissals of the target that staff made after the merge when it is undone", async () => {
	const [target, source, third] = [await person("Target"), await person("Source"), await person("Third")];
	await staff.dismiss(source.id, third.id);
	const said = staff.clock.now();
	const { mergeId } = (await staff.merge(target.id, source.id)).body;
	await staff.dismiss(target.id, third.id, false);
	expect(await pairs()).toEqual({ [`${target.id} ${third.id}`]: "open" });
	staff.clock.advance(5_000);
	await staff.dismiss(target.id, third.id);
	await staff.undo(mergeId);
	expect(await pairs()).toEqual({
		[`${target.id} ${source.id}`]: "open",
		[`${target.id} ${third.id}`]: staff.clock.now(),
		[`${source.id} ${third.id}`]: said,
	});
});

test("moves dismissed pairs along a chain of merges, and one step back with each undo", async () => {
	const [a, b, c, third] = [await person("A"), await person("B"), await person("C"), await person("Third")];
	await staff.dismiss(a.id, third.id);
	const at = staff.clock.now();
	const before = await pairs();
	const first = await staff.merge(b.id, a.id);
	const between = await pairs();
	const second = await staff.merge(c.id, b.id);
	expect(await pairs()).toEqual({ [`${c.id} ${third.id}`]: at });
	await staff.undo(second.body.mergeId);
	expect(await pairs()).toEqual(between);
	await staff.undo(first.body.mergeId);
	expect(await pairs()).toEqual(before);
});
