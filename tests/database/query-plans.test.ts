import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { planFaults } from "#tests/support/query-plans";
import { plainDatabase, takeNewStatements } from "#tests/support/statements";

const faultsOf = async (sql: string, ...params: unknown[]) =>
	(await planFaults({ sql, params })).map((fault) => fault.slice(0, fault.indexOf(":")));

it.each([
	["a table of all institutions", "SELECT name FROM roles WHERE name = ?"],
	["a table of all institutions", "SELECT one.id FROM applicants AS one WHERE one.email = ?"],
	["a whole institution", "SELECT id FROM applicants WHERE organisation_id = ? AND email LIKE '%a'"],
	["a whole institution", 'select "one"."id" from "emails" "one" where "one"."organisation_id" = ?'],
	["a whole institution", "SELECT key FROM identity_keys WHERE organisation_id = ? AND scope = 'x' AND key LIKE '%a'"],
	["a whole institution", "SELECT user_id FROM user_roles WHERE organisation_id = ? AND position = 1"],
	["a whole search index", "SELECT rowid FROM applicant_search WHERE rowid % 2 = ?"],
])("reports a statement that reads %s: %s", async (what, sql) => {
	expect(await faultsOf(sql, "x")).toEqual([`reads ${what}`]);
});

it("reports a statement that sorts growing rows, and accepts one that reads in the order of an index", async () => {
	const by = (column: string) =>
		faultsOf(`SELECT id FROM applicants WHERE organisation_id = ? AND application_id = ? ORDER BY ${column}`, "o", "a");
	expect(await by("last_name")).toEqual(["sorts rows that grow with the institution (USE TEMP B-TREE FOR ORDER BY)"]);
	expect(await by("seq")).toEqual([]);
});

it.each([
	"SELECT id FROM applicants WHERE organisation_id = ? AND id = 'x'",
	"SELECT count(*) FROM user_roles WHERE organisation_id = ? AND admin_level_item_id = 'x'",
	"SELECT text FROM reasons WHERE organisation_id = ? ORDER BY is_private",
	"SELECT value FROM json_each(?) AS applicants",
	"SELECT rowid FROM applicant_search WHERE applicant_search MATCH ?",
	"SELECT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = ?)",
])("accepts a statement that reads little: %s", async (sql) => {
	expect(await faultsOf(sql, "[]")).toEqual([]);
});

it("records the product's statements, not the tests' own", async () => {
	takeNewStatements();
	for (const database of [env.DB, env.DB, plainDatabase])
		await database
			.prepare("SELECT id AS theirs FROM roles WHERE organisation_id = ? AND id IN (?, ?)")
			.bind("o", "a", "b")
			.run();
	expect(takeNewStatements().map(({ sql }) => sql)).toHaveLength(1);
});
