import { expect, test } from "vitest";
import { distinctColumns, opaqueLimits } from "#worker/database/distinct-columns";

test("a column whose name another table's column has gets a name of its own", () => {
	expect(distinctColumns(`select "a"."id", "b"."id", "b"."name", "a"."id" from "a" inner join "b" on 1`)).toBe(
		`select "a"."id", "b"."id" as "1#", "b"."name", "a"."id" as "3#" from "a" inner join "b" on 1`,
	);
	expect(distinctColumns(`select distinct "a"."id", "b"."id" from "a", "b"`)).toBe(
		`select distinct "a"."id", "b"."id" as "1#" from "a", "b"`,
	);
});

test("commas and names in brackets and in quotes are no columns", () => {
	const query = `select "a"."id", coalesce("b"."id", 'from', ","), (select "c"."id" from "c") as "id of c" from "a"`;
	expect(distinctColumns(query)).toBe(query);
});

test("one expression, name or alias twice stays two", () => {
	expect(distinctColumns(`select sum(?), sum(?), "id", "id", "a"."id", 1 as "x", 2 as "x" from "a"`)).toBe(
		`select sum(?), sum(?) as "1#", "id", "id" as "3#", "a"."id" as "4#", 1 as "x", 2 as "6#" from "a"`,
	);
});

test("what names its columns itself stays as it is", () => {
	for (const query of [
		`select "id", "name" from "a"`,
		`select "a"."id", "b"."id" as "other" from "a", "b"`,
		"WITH x (id) AS (SELECT 1) SELECT id FROM x",
		"select 1",
	])
		expect(distinctColumns(query)).toBe(query);
});

test("a limit that is a parameter is no part of the plan; the rest of the statement stays as it is", () => {
	expect(opaqueLimits(`select "limit" from "a" where b = (SELECT 1 LIMIT ?) limit ? offset ?`)).toBe(
		`select "limit" from "a" where b = (SELECT 1 LIMIT ? + 0) limit ? + 0 offset ?`,
	);
	expect(opaqueLimits("SELECT 1 LIMIT ? + ? OFFSET (? - 1)")).toBe("SELECT 1 LIMIT ? + 0 + ? OFFSET (? - 1)");
	expect(opaqueLimits("SELECT 1 LIMIT 20")).toBe("SELECT 1 LIMIT 20");
});
