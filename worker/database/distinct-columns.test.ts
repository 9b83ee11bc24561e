import { expect, test } from "vitest";
import { distinctColumns, opaqueLimits } from "#worker/database/distinct-columns";

test("gives columns of the same name in two tables different names", () => {
	expect(distinctColumns(`select "a"."id", "b"."id", "b"."name", "a"."id" from "a" inner join "b" on 1`)).toBe(
		`select "a"."id", "b"."id" as "1#", "b"."name", "a"."id" as "3#" from "a" inner join "b" on 1`,
	);
	expect(distinctColumns(`select distinct "a"."id", "b"."id" from "a", "b"`)).toBe(
		`select distinct "a"."id", "b"."id" as "1#" from "a", "b"`,
	);
});

test("ignores commas and names in brackets and quotes", () => {
	const query = `select "a"."id", coalesce("b"."id", 'from', ","), (select "c"."id" from "c") as "id of c" from "a"`;
	expect(distinctColumns(query)).toBe(query);
});

test("keeps the same expression, name or alias twice as two columns", () => {
	expect(distinctColumns(`select sum(?), sum(?), "id", "id", "a"."id", 1 as "x", 2 as "x" from "a"`)).toBe(
		`select sum(?), sum(?) as "1#", "id", "id" as "3#", "a"."id" as "4#", 1 as "x", 2 as "6#" from "a"`,
	);
});

test("leaves a statement unchanged that names its columns itself", () => {
	for (const query of [
		`select "id", "name" from "a"`,
		`select "a"."id", "b"."id" as "other" from "a", "b"`,
		"WITH x (id) AS (SELECT 1) SELECT id FROM x",
		"select 1",
	])
		expect(distinctColumns(query)).toBe(query);
});

test("hides a bound limit from the query planner, and leaves the rest of the statement unchanged", () => {
	expect(opaqueLimits(`select "limit" from "a" where b = (SELECT 1 LIMIT ?) limit ? offset ?`)).toBe(
		`select "limit" from "a" where b = (SELECT 1 LIMIT ? + 0) limit ? + 0 offset ?`,
	);
	expect(opaqueLimits("SELECT 1 LIMIT ? + ? OFFSET (? - 1)")).toBe("SELECT 1 LIMIT ? + 0 + ? OFFSET (? - 1)");
	expect(opaqueLimits("SELECT 1 LIMIT 20")).toBe("SELECT 1 LIMIT 20");
});
