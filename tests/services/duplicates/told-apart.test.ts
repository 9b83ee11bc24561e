import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openPairDesk, type PairDesk } from "#tests/services/duplicates/pair-desk";
import { testDb } from "#tests/support/factories";

let desk: PairDesk;
beforeEach(async () => {
	desk = await openPairDesk();
});

const decide = (firstId: string, secondId: string, areDifferent = true) =>
	desk.send("POST", "/duplicates/decisions", { firstId, secondId, areDifferent });

/** Pairs as 'open' or when they were decided, by their two, and how many of each the list counts. */
const pairs = async () => {
	const { id } = desk.organisation;
	const rows = await testDb().all<{ first: string; second: string; decidedAt: number | null; by: string | null }>(sql`
		SELECT first_id AS first, second_id AS second, decided_at AS decidedAt, decided_by_name AS by FROM duplicate_pairs
		WHERE organisation_id = ${id} ORDER BY first_id, second_id`);
	const [counts] = await testDb().all<{ open: number; decided: number }>(
		sql`SELECT open, decided FROM duplicate_counts WHERE organisation_id = ${id}`,
	);
	const decided = rows.filter(({ decidedAt }) => decidedAt !== null).length;
	expect(counts ?? { open: 0, decided: 0 }, "the counts").toEqual({ open: rows.length - decided, decided });
	for (const { by, decidedAt } of rows) expect(by === null).toBe(decidedAt === null);
	return Object.fromEntries(rows.map(({ first, second, decidedAt }) => [`${first} ${second}`, decidedAt ?? "open"]));
};

const person = (phone: string, lastName: string) => ({ lastName, data: { phone } });

test("whom the one who goes was told apart from is told apart from the one who is kept, and an undo restores what was", async () => {
	const third = await desk.register(person("08050000001", "Third"));
	const kept = await desk.register(person("08050000002", "Kept"));
	const merged = await desk.register(person("08050000001", "Merged"));
	await decide(merged.id, third.id);
	const at = desk.clock.now();
	const before = await pairs();
	expect(before).toEqual({ [`${third.id} ${merged.id}`]: at });
	desk.clock.advance(5_000);
	const { mergeId } = (await desk.merge(kept.id, merged.id)).body;
	expect(await pairs(), "they would be a pair by the phone").toEqual({ [`${third.id} ${kept.id}`]: at });
	expect((await desk.list()).body.resultTotal).toBe(0);
	expect((await desk.list("&decided=true")).body.data).toMatchObject([
		{ first: { id: third.id }, second: { id: kept.id }, decision: { by: expect.any(String), at } },
	]);
	expect((await desk.undo(mergeId)).status).toBe(200);
	expect(await pairs()).toEqual(before);
});

test("two who share nothing stay told apart, and who was told apart is not found anew when they come to share something", async () => {
	const [kept, merged] = [await desk.register({ lastName: "Kept" }), await desk.register({ lastName: "Merged" })];
	const third = await desk.register(person("08050000003", "Third"));
	await decide(merged.id, third.id);
	const before = await pairs();
	const { mergeId } = (await desk.merge(kept.id, merged.id)).body;
	expect(Object.keys(await pairs())).toEqual([`${kept.id} ${third.id}`]);
	expect(await desk.answer(kept, { phone: "08050000003" })).toBe(200);
	expect((await desk.list()).body.resultTotal).toBe(0);
	await desk.undo(mergeId);
	expect(await pairs(), "those two were found alike since, and nobody has told them apart").toEqual({
		...before,
		[`${kept.id} ${third.id}`]: "open",
	});
});

test("two who share nothing are no pair again, though the two who were one are known by the same", async () => {
	const same = { ...person("08050000008", "Same"), email: "same@mail.example" };
	const [kept, merged] = [await desk.register(same), await desk.register(same)];
	const third = await desk.register({ lastName: "Third" });
	await decide(merged.id, third.id);
	const before = await pairs();
	const { mergeId } = (await desk.merge(kept.id, merged.id)).body;
	expect(Object.keys(await pairs())).toEqual([`${kept.id} ${third.id}`]);
	await desk.undo(mergeId);
	expect(await pairs()).toEqual(before);
});

test("an open pair that the one who is kept was in is open again after an undo, and their own word stays their own", async () => {
	const phone = "08050000004";
	const [kept, merged] = [await desk.register(person(phone, "Kept")), await desk.register(person(phone, "Merged"))];
	const [open, said] = [await desk.register(person(phone, "Open")), await desk.register(person(phone, "Said"))];
	for (const third of [open, said]) await decide(merged.id, third.id);
	await decide(kept.id, said.id);
	const before = await pairs();
	expect(before[`${kept.id} ${open.id}`]).toBe("open");
	const { mergeId } = (await desk.merge(kept.id, merged.id)).body;
	expect((await pairs())[`${kept.id} ${open.id}`]).toBe(before[`${merged.id} ${open.id}`]);
	expect((await pairs())[`${kept.id} ${said.id}`]).toBe(before[`${kept.id} ${said.id}`]);
	await desk.undo(mergeId);
	expect(await pairs()).toEqual(before);
});

test("what somebody takes back while two are one stays taken back", async () => {
	const phone = "08050000005";
	const [kept, merged] = [await desk.register(person(phone, "Kept")), await desk.register(person(phone, "Merged"))];
	const third = await desk.register(person(phone, "Third"));
	await decide(merged.id, third.id);
	const said = (await pairs())[`${merged.id} ${third.id}`];
	const { mergeId } = (await desk.merge(kept.id, merged.id)).body;
	await decide(kept.id, third.id, false);
	expect(await pairs()).toEqual({ [`${kept.id} ${third.id}`]: "open" });
	desk.clock.advance(5_000);
	await decide(kept.id, third.id);
	const own = desk.clock.now();
	await desk.undo(mergeId);
	expect(await pairs(), "said anew of the one who was kept").toEqual({
		[`${kept.id} ${merged.id}`]: "open",
		[`${kept.id} ${third.id}`]: own,
		[`${merged.id} ${third.id}`]: said,
	});
});

test("of two who were merged into one, what either was told apart from stands as long as they are part of it", async () => {
	const phone = "08050000006";
	const kept = await desk.register(person(phone, "Kept"));
	const [one, other] = [await desk.register(person(phone, "One")), await desk.register(person(phone, "Other"))];
	const third = await desk.register(person(phone, "Third"));
	await decide(one.id, third.id);
	const first = desk.clock.now();
	desk.clock.advance(5_000);
	await decide(other.id, third.id);
	const second = desk.clock.now();
	const before = await pairs();
	const ofKept = async () => (await pairs())[`${kept.id} ${third.id}`];
	const merges = [await desk.merge(kept.id, one.id), await desk.merge(kept.id, other.id)];
	expect(await ofKept()).toBe(first);
	await desk.undo(merges[0]?.body.mergeId ?? "");
	expect(await ofKept(), "the other is still part of them").toBe(second);
	await desk.undo(merges[1]?.body.mergeId ?? "");
	expect(await pairs()).toEqual(before);
	const again = [await desk.merge(kept.id, one.id), await desk.merge(kept.id, other.id)];
	await desk.undo(again[1]?.body.mergeId ?? "");
	expect(await ofKept()).toBe(first);
	await desk.undo(again[0]?.body.mergeId ?? "");
	expect(await pairs()).toEqual(before);
});

test("along a chain it goes on to whoever stands for both, and back", async () => {
	const phone = "08050000007";
	const [a, b] = [await desk.register(person(phone, "A")), await desk.register(person(phone, "B"))];
	const [c, third] = [await desk.register(person(phone, "C")), await desk.register(person(phone, "Third"))];
	await decide(a.id, third.id);
	const at = desk.clock.now();
	const before = await pairs();
	const first = await desk.merge(b.id, a.id);
	const between = await pairs();
	const second = await desk.merge(c.id, b.id);
	expect(await pairs()).toEqual({ [`${c.id} ${third.id}`]: at });
	await desk.undo(second.body.mergeId);
	expect(await pairs()).toEqual(between);
	await desk.undo(first.body.mergeId);
	expect(await pairs()).toEqual(before);
});
