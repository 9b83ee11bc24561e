import { expect, test } from "vitest";
import { readListAddress } from "#app/list/list-address";
import { needGroups, withoutSeen } from "#app/routes/applicants/needs";

const counts = { new: 4, newStage: "s1", waiting: 100, referee: 0, payment: 2, changed: 0, duplicates: 0, news: [] };
const at = (search: string) => readListAddress(new URLSearchParams(search));

test("only groups with somebody in them are shown, each with the address of its list", () => {
	const found = needGroups({ ...counts, duplicates: 2 }, at("?application=a&q=ada&page=3&size=50"));
	expect(found.map(({ id, to }) => [id, to])).toEqual([
		["new", "applicants?application=a&stage=s1&size=50"],
		["waiting", "applicants?application=a&needs=waiting&size=50"],
		["payment", "applicants?application=a&needs=payment&size=50"],
		["duplicates", "duplicates?applicationId=a"],
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

test("who was looked at since is not counted, however many there are", () => {
	const changed = (of: number, seen: number) =>
		needGroups(withoutSeen({ ...counts, changed: of }, seen), at("?application=a&needs=changed")).find(
			({ id }) => id === "changed",
		);
	expect([changed(3, 0), changed(3, 2), changed(100, 1), changed(200, 1)]).toMatchObject([
		...[{ shown: "3" }, { shown: "1" }, { shown: "99" }, { shown: "199" }],
	]);
	expect(changed(2, 2)).toMatchObject({ count: 0, shown: "0" });
});

test("what is counted to a hundred is shown so", () => {
	const shown = needGroups({ ...counts, new: 1_234, payment: 99, duplicates: 100, changed: 100 }, at("")).map(
		({ id, shown }) => [id, shown],
	);
	expect(Object.fromEntries(shown)).toEqual({
		...{ new: "1,234", waiting: "99+", payment: "99", changed: "100", duplicates: "99+" },
	});
});
