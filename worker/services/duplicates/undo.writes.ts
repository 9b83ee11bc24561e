import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants } from "#worker/database/schema/applicants";
import { merges } from "#worker/database/schema/duplicates";
import { submissions } from "#worker/database/schema/forms";
import { modificationEntries } from "#worker/database/schema/records";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { newestLetterUrl } from "#worker/services/duplicates/belongings.writes";
import { writeArchivedDismissals, writeInheritedRemoved } from "#worker/services/duplicates/dismissed-pairs.writes";
import { type Merge, undoObstacle } from "#worker/services/duplicates/merges.queries";

const isMerge = ({ organisationId }: OrgContext, id: string) =>
	and(eq(merges.organisationId, organisationId), eq(merges.id, id));

/** Marks a merge as undone if nothing prevents it; the commit counts the row. */
export const writeUndone = (ctx: OrgContext, id: string): Write =>
	ctx.db
		.update(merges)
		.set({ undoneBy: ctx.actor.id, undoneByName: ctx.actor.name, undoneAt: ctx.now() })
		.where(and(isMerge(ctx, id), isNull(undoObstacle(ctx))));

/** Deletes what an undo restored: nothing reads it any more. */
export const writeArchiveRemoved = (ctx: OrgContext, id: string): Write =>
	ctx.db.update(merges).set({ archive: null }).where(isMerge(ctx, id));

/** A value that a merge archived. */
const archived = (ctx: OrgContext, id: string, path: string): SQL =>
	sql`(SELECT archive ->> ${`$.${path}`} FROM merges WHERE ${isMerge(ctx, id)})`;

/** Restores the source's row. Its place in the list may have been given to an applicant who registered since. */
export const writeSourceBack = (ctx: OrgContext, id: string): Write => {
	const { db } = ctx;
	const columns = Object.values(getTableColumns(applicants)).map(({ name }) => {
		const value = sql`merges.archive ->> ${`$.rows.source.${name}`}`;
		return name === "seq" ? sql`iif(EXISTS (SELECT 1 FROM applicants WHERE seq = ${value}), NULL, ${value})` : value;
	});
	return db.insert(applicants).select(sql`SELECT ${sql.join(columns, sql`, `)} FROM merges WHERE ${isMerge(ctx, id)}`);
};

/** The columns of the target that a merge may have changed. */
const changedColumns = [
	...(["firstName", "middleName", "lastName", "email", "courseId", "stepId", "stageChangedAt"] as const),
	...(["locationId", "submissionId", "photoKey", "searchText"] as const),
];

/** Restores the target's row and form. Earlier merges into it can be undone again if they could before this one. */
export const writeTargetBack = (ctx: OrgContext, { id, targetId, targetFormId, targetVersion }: Merge): Write[] => {
	const { db, organisationId, actor, now } = ctx;
	const row = (name: string) => archived(ctx, id, `rows.target.${name}`);
	const columns = getTableColumns(applicants);
	const restored = Object.fromEntries(changedColumns.map((key) => [key, row(columns[key].name)]));
	const ofForm = (formId: string) => and(eq(submissions.organisationId, organisationId), eq(submissions.id, formId));
	return [
		db
			.update(applicants)
			.set({
				...restored,
				letterUrl: newestLetterUrl(organisationId, targetId, row("letter_url")),
				lastReviewedAt: now(),
				lastReviewedBy: actor.name,
				version: sql`${applicants.version} + 1`,
				updatedAt: now(),
			})
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, targetId))),
		targetFormId === null
			? // why: the form that the merge created has its id.
				db.delete(submissions).where(ofForm(id))
			: db
					.update(submissions)
					.set({
						data: archived(ctx, id, "form.data"),
						repeats: archived(ctx, id, "form.repeats"),
						percentComplete: archived(ctx, id, "form.percentComplete"),
						version: sql`${submissions.version} + 1`,
						updatedAt: now(),
					})
					.where(and(ofForm(targetFormId), sql`${archived(ctx, id, "form")} IS NOT NULL`)),
		db
			.update(merges)
			.set({
				targetVersion: targetVersion + 1,
				targetFormVersion: sql`(SELECT version FROM submissions WHERE ${ofForm(targetFormId ?? id)})`,
			})
			.where(
				and(
					eq(merges.organisationId, organisationId),
					eq(merges.targetId, targetId),
					eq(merges.targetVersion, targetVersion - 1),
					isNull(merges.undoneAt),
				),
			),
	];
};

/** Restores the identity keys and dismissed pairs of both. Triggers keep the pairs. */
export const writeKeysBack = (ctx: OrgContext, { id, applicationId, targetId, sourceId }: Merge): Write[] => {
	const { db, organisationId } = ctx;
	const keys = (path: SQL) => sql`SELECT one.value FROM merges CROSS JOIN json_each(${path}) AS one
		WHERE ${isMerge(ctx, id)}`;
	const targetKeys = keys(sql`merges.archive, '$.targetKeys'`);
	const insert = (ownerId: string, values: SQL) =>
		insertFrom(ctx, identityKeys, {
			values: { organisationId, scope: applicationId, key: sql`value`, ownerId },
			from: sql`FROM (${values}) WHERE true`,
		}).onConflictDoNothing();
	return [
		db
			.delete(identityKeys)
			.where(
				and(
					eq(identityKeys.organisationId, organisationId),
					eq(identityKeys.scope, applicationId),
					eq(identityKeys.ownerId, targetId),
					sql`${identityKeys.key} NOT IN (${targetKeys})`,
				),
			),
		insert(targetId, targetKeys),
		writeInheritedRemoved(ctx, { mergeId: id, targetId }),
		writeArchivedDismissals(ctx, { mergeId: id, ownerId: sourceId, isTarget: false }),
		insert(sourceId, keys(sql`merges.source_keys`)),
	];
};

/** Adds the opposite of the merge's changes to the modification log. */
export const writeChangesBack = (ctx: OrgContext, { id, targetId }: Merge, eventId: string): Write => {
	const { organisationId, actor, now } = ctx;
	return insertFrom(ctx, modificationEntries, {
		values: {
			...{ organisationId, id: sql`id || '~undone'`, entity: "applicant", entityId: targetId, field: sql`field` },
			...{ oldValue: sql`new_value`, newValue: sql`old_value` },
			...{ userId: actor.id, username: actor.email, eventId, createdAt: now() },
		},
		from: sql`FROM modification_entries WHERE organisation_id = ${organisationId} AND entity = 'applicant'
			AND entity_id = ${targetId} AND event_id = ${id}`,
	});
};
