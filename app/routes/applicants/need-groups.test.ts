import { expect, test } from "vitest";
import { readListAddress } from "#app/list/list-address";
import { needGroups, withoutSeen } from "#app/routes/applicants/need-groups";

const counts = {
	new: 4,
	newStage: "s1",
	waiting: 1_001,
	referee: 0,
	payment: 2,
	changed: 0,
	mine: 0,
	duplicates: 0,
	news: [],
};
const at = (search: string) => readListAddress(new URLSearchParams(search));

test("shows only groups that are not empty, each with its list's address", () => {
	const found = needGroups({ ...counts, mine: 3, duplicates: 2 }, at("?application=a&q=ada&page=3&size=50"));
	expect(found.map(({ id, to }) => [id, to])).toEqual([
		["mine", "applicants?application=a&assigned=me&size=50"],
		["new", "applicants?application=a&stage=s1&size=50"],
		["waiting", "applicants?application=a&needs=waiting&size=50"],
		["payment", "applicants?application=a&needs=payment&size=50"],
		["duplicates", "duplicates?applicationId=a"],
	]);
});

test("shows the open group even when it is empty", () => {
	expect(needGroups(counts, at("?application=a&needs=changed")).find(({ current }) => current)).toMatchObject({
		id: "changed",
		count: 0,
	});
	expect(needGroups(counts, at("?application=a&stage=s1")).find(({ current }) => current)?.id).toBe("new");
});

test("counts nobody as new in a workflow without stages", () => {
	expect(needGroups({ ...counts, newStage: null, waiting: 0, payment: 0 }, at(""))).toEqual([]);
});

test("does not count applicants that were opened since", () => {
	const changed = (of: number, seen: number) =>
		needGroups(withoutSeen({ ...counts, changed: of }, seen), at("?application=a&needs=changed")).find(
			({ id }) => id === "changed",
		);
	expect([changed(3, 0), changed(3, 2), changed(100, 1), changed(200, 1)]).toMatchObject([
		{ shown: "3" },
		{ shown: "1" },
		{ shown: "99" },
		{ shown: "199" },
	]);
	expect(changed(2, 2)).toMatchObject({ count: 0, shown: "0" });
});

test("shows '1,000+' for a count that stopped above a thousand", () => {
	const shown = needGroups({ ...counts, new: 1_234, payment: 224, duplicates: 1_000, changed: 100 }, at("")).map(
		({ id, shown }) => [id, shown],
	);
	expect(Object.fromEntries(shown)).toEqual({
		new: "1,234",
		waiting: "1,000+",
		payment: "224",
		changed: "100",
		duplicates: "1,000",
	});
});
