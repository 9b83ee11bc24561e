import { expect, test, vi } from "vitest";
import { Together } from "#worker/database/together";

const open = () => {
	const lots: (readonly number[])[] = [];
	const gates: PromiseWithResolvers<void>[] = [];
	const together = new Together<number, string>();
	const work = async (items: readonly number[]) => {
		lots.push(items);
		const gate = Promise.withResolvers<void>();
		gates.push(gate);
		await gate.promise;
		return items.map((item) => `done ${item}`);
	};
	const ask = (item: number, key = "a") => together.do(key, item, work, () => undefined);
	return { lots, gates, ask, settled: () => new Promise((resolve) => setTimeout(resolve)) };
};

test("what comes while a lot is under way is done together, and each gets its own answer", async () => {
	const { lots, gates, ask, settled } = open();
	const first = ask(1);
	await settled();
	const others = [ask(2), ask(3), ask(4)];
	await settled();
	expect(lots, "a quiet moment delays nobody").toEqual([[1]]);
	gates[0]?.resolve();
	await settled();
	expect(lots).toEqual([[1], [2, 3, 4]]);
	gates[1]?.resolve();
	expect(await Promise.all([first, ...others])).toEqual(["done 1", "done 2", "done 3", "done 4"]);
	const later = ask(5);
	await settled();
	gates[2]?.resolve();
	expect([await later, lots.at(-1)]).toEqual(["done 5", [5]]);
});

test("the answers of a lot leave a few at a time, so that other requests come in between", async () => {
	const { gates, ask, settled } = open();
	const first = ask(0);
	await settled();
	const lot = Array.from({ length: 12 }, (_, n) => ask(n + 1));
	gates[0]?.resolve();
	await first;
	await settled();
	const answered: string[] = [];
	for (const one of lot) void one.then((answer) => answered.push(answer));
	const rooms: number[] = [];
	const wait = vi.spyOn(scheduler, "wait").mockImplementation(async () => {
		await settled();
		rooms.push(answered.length);
	});
	gates[1]?.resolve();
	await Promise.all(lot);
	wait.mockRestore();
	expect([rooms, answered.length]).toEqual([[5, 10], 12]);
});

test("keys do not wait for each other, and a lot has at most a hundred items", async () => {
	const { lots, gates, ask, settled } = open();
	const all = [ask(0), ask(1000, "b")];
	await settled();
	expect(lots).toEqual([[0], [1000]]);
	for (let item = 1; item <= 130; item += 1) all.push(ask(item));
	for (let lot = 0; lot < 4; lot += 1) {
		await settled();
		for (const gate of gates) gate.resolve();
	}
	await Promise.all(all);
	expect(lots.map(({ length }) => length).sort((one, other) => one - other)).toEqual([1, 1, 30, 100]);
});

test("a failure is that of the whole lot, and of no other", async () => {
	const { gates, ask, settled } = open();
	const first = ask(1);
	await settled();
	const lot = [ask(2), ask(3)];
	gates[0]?.resolve();
	await first;
	await settled();
	gates[1]?.reject(new Error("the database is away"));
	expect((await Promise.allSettled(lot)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	const next = ask(4);
	await settled();
	gates[2]?.resolve();
	expect(await next).toBe("done 4");
});

test("lots begin no sooner than they are meant to, the first at once", async () => {
	const lots: (readonly number[])[] = [];
	const together = new Together<number, number>(60);
	const ask = (item: number) =>
		together.do(
			"a",
			item,
			async (items) => {
				lots.push(items);
				return items;
			},
			() => undefined,
		);
	const begunAt = Date.now();
	await ask(1);
	const later = [ask(2)];
	await new Promise((resolve) => setTimeout(resolve, 20));
	later.push(ask(3));
	expect(await Promise.all(later)).toEqual([2, 3]);
	expect([lots, Date.now() - begunAt >= 59]).toEqual([[[1], [2, 3]], true]);
});

test("who waits too long for another's work does their own", async () => {
	vi.useFakeTimers();
	try {
		const { lots, gates, ask } = open();
		void ask(1);
		await vi.advanceTimersByTimeAsync(1);
		const [leader, follower] = [ask(2), ask(3)];
		await vi.advanceTimersByTimeAsync(2_000);
		expect(lots, "the lot does not wait for ever for the one before").toEqual([[1], [2, 3]]);
		await vi.advanceTimersByTimeAsync(3_000);
		expect(lots).toEqual([[1], [2, 3], [3]]);
		gates[2]?.resolve();
		expect(await follower).toBe("done 3");
		gates[1]?.resolve();
		expect(await leader).toBe("done 2");
	} finally {
		vi.useRealTimers();
	}
});
