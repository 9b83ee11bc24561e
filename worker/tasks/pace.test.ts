import { expect, test } from "vitest";
import { firstPace, nextPace, type Pace } from "#worker/tasks/pace";

/** The paces after answers that waited so long, and timers that were so late. */
const after = (...noticed: (number | { isServingMany: boolean; lateMs: number; waitedMs: number })[]): Pace[] => {
	let pace = firstPace;
	return noticed.map((one) => {
		pace = nextPace(pace, typeof one === "number" ? { isServingMany: false, lateMs: 0, waitedMs: one } : one);
		return pace;
	});
};
const sizes = (paces: readonly Pace[]) => paces.map(({ size }) => size);
const rests = (paces: readonly Pace[]) => paces.map(({ restMs }) => restMs);

test("a task that has the database to itself soon uses slices of 1,000, without pauses", () => {
	const paces = after(4, 5, 4, 6, 4, 5, 4, 4, 5, 4);
	expect(sizes([firstPace, ...paces])).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 1_000]);
	expect(new Set(rests(paces))).toEqual(new Set([0]));
});

test("a task uses slices of 50 and pauses between them as soon as others wait", () => {
	const paces = after(4, 4, 4, 40, 30);
	expect(sizes(paces)).toEqual([200, 300, 400, 50, 50]);
	expect(rests(paces)).toEqual([0, 0, 0, 40, 30]);
});

test("a task rests within its slices too when others wait after each of them, and not for one or two", () => {
	const paces = after(4, 4, 40, 40, 4, 40, 40, 40, 40, 40);
	expect(paces.map(({ stepRestMs }) => stepRestMs)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 8, 8]);
});

test("a task that others left alone for a moment no longer rests within its slices", () => {
	expect(after(4, 40, 40, 40, 40, 4).at(-1)).toMatchObject({ size: 50, restMs: 0, stepRestMs: 0 });
});

test("slices grow again only after nobody else has used the database for a while", () => {
	const quiet = Array<number>(12).fill(4);
	expect(sizes(after(40, 4, 4, 40, ...quiet, 4, 4)).slice(-3)).toEqual([50, 150, 250]);
});

test("a task that starts while others wait does not treat that as normal", () => {
	expect(sizes(after(68, 47, 46))).toEqual([50, 50, 50]);
});

test("a slow connection to the database is not treated as load", () => {
	expect(sizes(after(30, 31, 30))).toEqual([200, 300, 400]);
	expect(after(...Array<number>(30).fill(80)).at(-1)).toMatchObject({ size: 1_000, restMs: 0 });
});

test("slices stay small under a load with short pauses", () => {
	const crowd = Array.from({ length: 40 }, (_, index) => (index % 6 === 5 ? 5 : 60));
	expect(new Set(sizes(after(...crowd)))).toEqual(new Set([50]));
});

test("a late timer reveals other requests, even if the database always responds alike", () => {
	const served = Array.from({ length: 20 }, () => ({ isServingMany: false, lateMs: 9, waitedMs: 2 }));
	expect(new Set(sizes(after(...served)))).toEqual(new Set([50]));
	expect(rests(after(...served)).at(-1)).toBe(11);
});

test("requests that come one after another keep slices small, even if each takes less than a late timer shows", () => {
	const quick = Array.from({ length: 20 }, () => ({ isServingMany: true, lateMs: 2, waitedMs: 2 }));
	expect(new Set(sizes(after(...quick)))).toEqual(new Set([50]));
	expect(rests(after(...quick)).at(-1)).toBe(4);
});

test("a pause lasts a quarter of a second at most", () => {
	expect(rests(after(4, 900))).toEqual([0, 250]);
});
