import { expect, test } from "vitest";
import { joinPages, maxFurtherPages, type NotificationPage } from "./further-pages";

interface Range {
	/** Numbers of the newest and the oldest notification on the page. */
	from: number;
	to: number;
	page?: number;
	lastPage?: number;
	total?: number;
	read?: boolean;
}

const pageOf = ({ from, to, page = 0, lastPage = page, total = 60, read = false }: Range): NotificationPage => ({
	data: Array.from({ length: from - to + 1 }, (_, index) => ({
		id: `notice-${from - index}`,
		type: "BACKGROUND_TASK",
		message: "{}",
		read,
		createdAt: from - index,
	})),
	page,
	lastPage,
	size: 15,
	resultTotal: total,
	now: 0,
});

const numbersOf = (list: ReturnType<typeof joinPages>) => list.rows.map(({ createdAt }) => createdAt);
const countDown = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);

test("shows only the first page until more are loaded", () => {
	const list = joinPages(pageOf({ from: 60, to: 46 }), undefined);
	expect(numbersOf(list)).toEqual(countDown(60, 46));
	expect(list).toMatchObject({ nextPage: 1, loadTo: 1 });
	expect(joinPages(pageOf({ from: 15, to: 1, total: 15 }), undefined)).toMatchObject({ nextPage: undefined });
});

test("updates further pages when all are loaded again", () => {
	const further = { from: 45, to: 16, page: 1, lastPage: 2 };
	const before = joinPages(pageOf({ from: 60, to: 46 }), pageOf(further));
	expect(numbersOf(before)).toEqual(countDown(60, 16));
	expect(before).toMatchObject({ nextPage: 3, loadTo: 3 });
	const after = joinPages(pageOf({ from: 60, to: 46, read: true }), pageOf({ ...further, read: true }));
	expect(after.rows.map(({ read }) => read)).toEqual(countDown(60, 16).map(() => true));
});

test("loses no notification when a new one arrives", () => {
	const list = joinPages(
		pageOf({ from: 61, to: 47, total: 61 }),
		pageOf({ from: 46, to: 17, page: 1, lastPage: 2, total: 61 }),
	);
	expect(numbersOf(list)).toEqual(countDown(61, 17));
});

test("lists a notification once that moved between two pages while they were loaded", () => {
	const list = joinPages(pageOf({ from: 60, to: 46 }), pageOf({ from: 47, to: 18, page: 1, lastPage: 2, total: 61 }));
	expect(numbersOf(list)).toEqual(countDown(60, 18));
});

test("links to the next page after a number of pages instead of loading more", () => {
	const total = 15 * (maxFurtherPages + 3);
	const first = pageOf({ from: total, to: total - 14, total });
	const further = { from: total - 15, to: 31, page: 1, total };
	expect(joinPages(first, pageOf({ ...further, lastPage: maxFurtherPages - 1 }))).toMatchObject({
		nextPage: maxFurtherPages,
		loadTo: maxFurtherPages,
	});
	expect(joinPages(first, pageOf({ ...further, lastPage: maxFurtherPages }))).toMatchObject({
		nextPage: maxFurtherPages + 1,
		loadTo: undefined,
	});
});
