import { expect, test } from "vitest";
import { readAll } from "#app/api/read-all";
import { fail, ok } from "#worker/contract/result";

const pageOf = (total: number, { page, size }: { page: string; size: string }) => {
	const rows = Array.from({ length: total }, (_, index) => index);
	return ok({ data: rows.slice(Number(page) * Number(size), (Number(page) + 1) * Number(size)), resultTotal: total });
};

test.each([0, 1, 100, 101, 250])("a list of %i rows is read to its end, in order", async (total) => {
	const read = await readAll(async (asked) => pageOf(total, asked));
	expect(read).toEqual(ok(Array.from({ length: total }, (_, index) => index)));
});

test("a page that cannot be read is said, and not left out", async () => {
	const read = await readAll(async (asked) => (asked.page === "1" ? fail("network") : pageOf(250, asked)));
	expect(read).toMatchObject({ ok: false, problem: { code: "network" } });
});
