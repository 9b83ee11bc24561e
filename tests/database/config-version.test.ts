import { eq, getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { createOrganisation, createUser, testDb } from "#tests/support/factories";
import { remembered } from "#worker/database/remembered";
import {
	applicationCourses,
	applicationGroupItems,
	applications,
	applicationTags,
} from "#worker/database/schema/applications";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { formFacts, sensitiveFields } from "#worker/database/schema/forms";
import { locations, organisations } from "#worker/database/schema/organisations";
import { savedViews } from "#worker/database/schema/saved-views";
import { adminLevelItems, adminLevels, courses } from "#worker/database/schema/structure";
import { workflowSteps, workflows } from "#worker/database/schema/workflows";

const versionOf = async (organisationId: string): Promise<number> => {
	const [row] = await testDb()
		.select({ version: organisations.configVersion })
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	return row?.version ?? Number.NaN;
};

/** Returns a value of the column's own type. */
const valueFor = (column: { dataType: string; name: string }, organisationId: string) => {
	if (column.name === "organisation_id") return organisationId;
	if (column.dataType === "number") return 1;
	if (column.dataType === "boolean") return true;
	return column.dataType === "json" ? [] : `${column.name}-1`;
};

test.each([
	["locations", locations],
	["admin_levels", adminLevels],
	["admin_level_items", adminLevelItems],
	["applications", applications],
	["application_courses", applicationCourses],
	["application_tags", applicationTags],
	["application_group_items", applicationGroupItems],
	["courses", courses],
	["workflows", workflows],
	["workflow_steps", workflowSteps],
	["saved_views", savedViews],
	["roles", roles],
	["user_roles", userRoles],
	["sensitive_fields", sensitiveFields],
	["form_facts", formFacts],
] as [string, SQLiteTable][])("every change of %s raises the version", async (_, table) => {
	const { id } = await createOrganisation();
	const seen = [await versionOf(id)];
	const columns = Object.entries(getTableColumns(table));
	const row = Object.fromEntries(columns.map(([name, column]) => [name, valueFor(column, id)]));
	await testDb().insert(table).values(row);
	seen.push(await versionOf(id));
	for (const [name, column] of columns.filter(([, { name }]) => name !== "organisation_id")) {
		await testDb()
			.update(table)
			.set({ [name]: valueFor(column, id) });
		seen.push(await versionOf(id));
	}
	await testDb().delete(table);
	seen.push(await versionOf(id));
	for (const [index, version] of seen.entries()) if (index > 0) expect(version).toBeGreaterThan(seen[index - 1] ?? 0);
});

test("a user's name and the end of an account raise the version, a login does not", async () => {
	const { id: organisationId } = await createOrganisation();
	const user = await createUser({ organisationId });
	const seen = [await versionOf(organisationId)];
	const mine = eq(users.id, user.id);
	await testDb().update(users).set({ lastLoginAt: 1 }).where(mine);
	expect(await versionOf(organisationId)).toBe(seen[0]);
	for (const change of [{ firstName: "Ngozi" }, { lastName: "Eze" }]) {
		await testDb().update(users).set(change).where(mine);
		seen.push(await versionOf(organisationId));
	}
	await testDb().delete(users).where(mine);
	seen.push(await versionOf(organisationId));
	expect(seen).toEqual([0, 1, 2, 3].map((more) => (seen[0] ?? 0) + more));
});

test("every change of the institution itself raises the version; a new institution starts at another", async () => {
	const { id, ...values } = await createOrganisation();
	for (const [name, column] of Object.entries(getTableColumns(organisations))) {
		if (name === "id" || name === "configVersion") continue;
		const before = await versionOf(id);
		await testDb()
			.update(organisations)
			.set({ [name]: valueFor(column, id) })
			.where(eq(organisations.id, id));
		expect(await versionOf(id), name).toBeGreaterThan(before);
	}
	const last = await versionOf(id);
	await testDb().delete(organisations).where(eq(organisations.id, id));
	await createOrganisation({ ...values, id });
	expect(Math.abs((await versionOf(id)) - last)).toBeGreaterThan(1_000);
});

test("reads a remembered value once a version, and does not remember it without one", async () => {
	let reads = 0;
	const ask = (configVersion: number | undefined, key = "fact") =>
		remembered({ organisationId: "remembering", configVersion }, key, async () => ++reads);
	expect([await ask(1), await ask(1), await ask(2), await ask(2), await ask(2, "other")]).toEqual([1, 1, 2, 2, 3]);
	expect([await ask(undefined), await ask(undefined)]).toEqual([4, 5]);
	const missing = () =>
		remembered({ organisationId: "remembering", configVersion: 2 }, "missing", async () => {
			reads++;
			return undefined;
		});
	await missing();
	await missing();
	expect(reads).toBe(7);
});
