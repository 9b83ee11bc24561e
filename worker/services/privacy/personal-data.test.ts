import { globSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { leftOutOfData, personalTables } from "#worker/services/privacy/personal-data.queries";

/** Columns that name an applicant, or something that belongs to one. */
const naming =
	/^(applicant_id|applicant_seq|submission_id|transaction_id|referee_id|subject_id|entity_id|owner_id|first_id|source_id|seq)$/;
/** Columns of these names that name no applicant: the order of a table of its own, a record, a user. */
const otherwise = /^(transactions|group_candidates|payment_events|record_changes)\.seq$/;

const root = new URL("../../database/schema/", import.meta.url).pathname;

test("every table with an applicant's id is part of their data, or left out for a reason", async () => {
	const modules = await Promise.all(
		globSync("*.ts", { cwd: root }).map((file) => import(/* @vite-ignore */ root + file)),
	);
	const tables = modules
		.flatMap((module) => Object.values(module))
		.filter((exported) => is(exported, SQLiteTable))
		.map(getTableConfig);
	expect(tables.length).toBeGreaterThan(80);
	const about = tables
		.filter(({ name, columns }) =>
			columns.some((one) => naming.test(one.name) && !otherwise.test(`${name}.${one.name}`)),
		)
		.map(({ name }) => name);
	expect(about.length).toBeGreaterThan(25);
	const known = [...personalTables(), ...Object.keys(leftOutOfData)];
	expect(about.filter((name) => !known.includes(name))).toEqual([]);
	expect(new Set(known).size).toBe(known.length);
	expect(known.filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
});
