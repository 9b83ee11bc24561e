import { afterEach, expect, test, vi } from "vitest";
import { type HashTurn, inHashQueue } from "#worker/services/auth/hash-queue";

const cost = 16_384;

afterEach(() => void vi.useRealTimers());

test("hashes in the order of arrival, and serves others between two hashes", async () => {
	const log: string[] = [];
	let isOver = false;
	const others = (async () => {
		while (!isOver) {
			await scheduler.wait(1);
			if (log.at(-1) !== "other") log.push("other");
		}
	})();
	const hash = (name: string) => async (turn: HashTurn) => {
		await turn();
		log.push(name);
	};
	await Promise.all(["a", "b", "c", "d"].map((name) => inHashQueue(name, cost, hash(name))));
	isOver = true;
	await others;
	const first = log.indexOf("a");
	expect(log.slice(first, first + 7)).toEqual(["a", "other", "b", "other", "c", "other", "d"]);
});

test("hashes at once when nobody else does", async () => {
	const wait = vi.spyOn(scheduler, "wait");
	expect(await inHashQueue("192.0.2.1", cost, async (turn) => await turn().then(() => "hashed"))).toBe("hashed");
	expect(wait).not.toHaveBeenCalled();
	wait.mockRestore();
});

test("has places for 30 sign-ins, 15 of them for one network, and gets back those of cancelled requests", async () => {
	const idle = () => new Promise<never>(() => undefined);
	const isRefused = async (address: string) =>
		(await inHashQueue(address, cost, () => Promise.resolve("free"))) === undefined;
	const hold = (host: (index: number) => string) => {
		for (let index = 0; index < 15; index++) void inHashQueue(host(index), cost, idle);
	};
	hold((index) => `2001:db8::${index}`);
	expect(await isRefused("2001:db8::f")).toBe(true);
	expect(await isRefused("2001:db8:0:1::f")).toBe(false);
	hold((index) => `192.0.2.${index}`);
	expect(await isRefused("198.51.100.1")).toBe(true);
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
	expect(await isRefused("198.51.100.1")).toBe(false);
});

test("gives the place back when the work fails", async () => {
	for (let index = 0; index < 40; index++)
		await expect(inHashQueue("192.0.2.1", cost, () => Promise.reject(new Error("no database")))).rejects.toThrow();
	expect(await inHashQueue("192.0.2.1", cost, () => Promise.resolve("free"))).toBe("free");
});
