import { expect, test } from "vitest";
import { logPages } from "#app/routes/audit-log/log-pages.server";

const pagesAt = (address: string, nextCursor: string | null) => {
	const { searchParams } = new URL(address, "https://portal.test");
	const listed = { data: [1, 2], resultTotal: 9, resultTotalIsExact: true, nextCursor, searchedTo: null };
	return logPages("/acme/audit-log", searchParams, listed);
};

test("the previous page of a log is the one before, however far back", () => {
	const addresses = ["/acme/audit-log?username=ada&size=20"];
	for (const cursor of ["500-5", "400-4", "300-3"]) {
		const { nextTo = "" } = pagesAt(addresses.at(-1) ?? "", cursor);
		expect(new URL(nextTo, "https://portal.test").searchParams.get("after")).toBe(cursor);
		addresses.push(nextTo);
	}
	const last = pagesAt(addresses.at(-1) ?? "", null);
	expect(last.nextTo).toBeUndefined();
	for (let index = addresses.length - 1; index > 0; index--)
		expect(pagesAt(addresses[index] ?? "", null).previousTo).toBe(addresses[index - 1]);
	expect(pagesAt(addresses[0] ?? "", null).previousTo).toBeUndefined();
	expect(last.keep, "another size begins with the newest").toEqual([["username", "ada"]]);
});

test("an address of a log stays short, and one without a way back leads to the newest page", () => {
	let address = "/acme/audit-log";
	for (let page = 0; page < 200; page++) address = pagesAt(address, `1795491624516-${10_000_000 - page}`).nextTo ?? "";
	expect(address.length).toBeLessThan(1_500);
	expect(pagesAt("/acme/audit-log?after=500-5", null).previousTo).toBe("/acme/audit-log");
});
