import { describe, expect, test } from "vitest";
import { hasWholeNumbers, listSearch, readListAddress, refilter } from "#app/list/list-address";

describe("the list's address", () => {
	test("reads back what it writes", () => {
		const search =
			"?application=a1&stage=s2&items=i1%2Ci2&courses=c1&q=ada+okafor&needs=referee&sort=waiting&page=3&size=50&after=120";
		expect(listSearch(readListAddress(new URLSearchParams(search)))).toBe(search);
	});

	test("leaves out default values", () => {
		expect(listSearch(readListAddress(new URLSearchParams("?page=0&size=10&q=")))).toBe("");
	});

	test("reads a repeated filter like a joined one", () => {
		const repeated = readListAddress(new URLSearchParams("?courses=c1&courses=c2"));
		expect(repeated.courseIds).toEqual(readListAddress(new URLSearchParams("?courses=c1,c2")).courseIds);
	});

	test("reads an invalid page or size as the default", () => {
		expect(readListAddress(new URLSearchParams("?page=x&size=-3"))).toMatchObject({ page: 0, size: 10 });
	});

	test.each(["page=abc", "page=-1", "page=1.5", "page=9999999999", "size=x", "size=-10", "page=0&size= 10"])(
		"%s names no page of a list",
		(search) => {
			expect(hasWholeNumbers(new URLSearchParams(search))).toBe(false);
		},
	);

	test.each(["", "page=", "page=0&size=", "page=999999999&size=101", "size=0"])(
		"%j contains numbers, or leaves them out",
		(search) => {
			expect(hasWholeNumbers(new URLSearchParams(search))).toBe(true);
		},
	);

	test("starts at the first page with another filter", () => {
		const address = readListAddress(new URLSearchParams("?page=7&after=12&q=ada"));
		expect(refilter(address, { stage: "s1" })).toBe("?stage=s1&q=ada");
	});
});
