import { expect, test } from "vitest";
import { readListAddress } from "#app/routes/applicants/list-address";
import { needGroups } from "#app/routes/applicants/needs";

const counts = { new: 4, newStage: "s1", waiting: 100, referee: 0, payment: 2, changed: 0 };
const at = (search: string) => readListAddress(new URLSearchParams(search));

test("only groups with somebody in them are shown, each with the address of its list", () => {
	expect(needGroups(counts, at("?application=a&q=ada&page=3&size=50")).map(({ id, search }) => [id, search])).toEqual([
		["new", "?application=a&stage=s1&size=50"],
		["waiting", "?application=a&needs=waiting&size=50"],
		["payment", "?application=a&needs=payment&size=50"],
	]);
});

test("the group that is open is shown though nobody is left in it", () => {
	expect(needGroups(counts, at("?application=a&needs=changed")).find(({ current }) => current)).toMatchObject({
		id: "changed",
		count: 0,
	});
	expect(needGroups(counts, at("?application=a&stage=s1")).find(({ current }) => current)?.id).toBe("new");
});

test("a workflow without stages has nobody new", () => {
	expect(needGroups({ ...counts, newStage: null, waiting: 0, payment: 0 }, at(""))).toEqual([]);
});
