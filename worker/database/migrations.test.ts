import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const folder = "worker/database/migrations";
const files = readdirSync(folder)
	.filter((file) => file.endsWith(".sql"))
	.sort();
const apply = (database: DatabaseSync, some: readonly string[]) => {
	for (const file of some) database.exec(readFileSync(`${folder}/${file}`, "utf8"));
};

test("saved views keep their filters when they become one column", () => {
	const database = new DatabaseSync(":memory:");
	const at = files.findIndex((file) => file.startsWith("0016_"));
	apply(database, files.slice(0, at));
	const insert = database.prepare(`INSERT INTO saved_views (organisation_id, id, holder, owner_id, name, is_pinned,
		application_id, stage, administration_level_item_ids, course_ids, keyword, "match", needs, sort, created_at, updated_at)
		VALUES ('o', ?, '', 'u', ?, 1, 'a', ?, ?, ?, ?, ?, ?, ?, 1, 1)`);
	insert.run("all", "All", "IN_REVIEW", '["i1","i2"]', '["c1"]', "ada", '"key_ada"*', "referee", "waiting");
	insert.run("none", "None", null, null, null, null, null, null, null);
	apply(database, files.slice(at));
	const rows = database.prepare("SELECT filter FROM saved_views ORDER BY id").all();
	expect(rows.map(({ filter }) => JSON.parse(String(filter)))).toEqual([
		{
			...{ applicationId: "a", stage: "IN_REVIEW", administrationLevelItemIds: ["i1", "i2"], courseIds: ["c1"] },
			...{ keyword: "ada", needs: "referee", sort: "waiting" },
		},
		{ applicationId: "a" },
	]);
});
