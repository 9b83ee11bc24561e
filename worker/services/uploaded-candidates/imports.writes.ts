import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { columnChoices } from "#worker/database/schema/uploaded-candidates";
import { addIdentityKeys, removeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

/** Adds identity keys of rows of a file or of candidates. */
export const writeKeysOf = (
	ctx: OrgContext,
	task: OpenTask,
	scope: string,
	owners: readonly (readonly [ownerId: string, keys: readonly string[]])[],
): Write =>
	addIdentityKeys(
		ctx.db,
		owners.flatMap(([ownerId, keys]) => keys.map((key) => [ctx.organisationId, scope, key, ownerId] as const)),
		taskStandsAt(ctx, task),
	);

export const forgetKeysOf = (ctx: OrgContext, task: OpenTask, scope: string, owners: readonly string[]): Write =>
	removeIdentityKeys(ctx, scope, { owners, onlyIf: taskStandsAt(ctx, task) });

/** Remembers what the institution takes these headings for. */
export const rememberColumns = (
	{ db, organisationId }: OrgContext,
	choices: readonly (readonly [headerKey: string, field: string])[],
): Write =>
	insertFrom(
		db,
		columnChoices,
		{ organisationId, headerKey: sql`value ->> 0`, field: sql`value ->> 1` },
		sql`FROM json_each(${JSON.stringify(choices)}) WHERE true`,
	).onConflictDoUpdate({
		target: [columnChoices.organisationId, columnChoices.headerKey],
		set: { field: sql`excluded.field` },
	});
