import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { applicants } from "#worker/database/schema/applicants";
import { merges } from "#worker/database/schema/duplicates";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { heldIfThere } from "#worker/services/applicants/applicant-log.writes";
import { restoreApplicant } from "#worker/services/applicants/merged-applicant.writes";
import { writeArchivedDismissals, writeInheritedRemoved } from "#worker/services/duplicates/dismissed-pairs.writes";
import { replaceIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { newerLetterUrl } from "#worker/services/duplicates/merge.writes";
import { type Merge, undoObstacle } from "#worker/services/duplicates/merges.queries";
import { deleteForm, emptyForms, replaceAnswers } from "#worker/services/forms/merged-form.writes";
import { endsWithLetter } from "#worker/services/letters/queries";

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

const archived = (ctx: OrgContext, id: string, path: string): SQL =>
	sql`(SELECT archive ->> ${`$.${path}`} FROM merges WHERE ${isMerge(ctx, id)})`;

/** Restores the source's row. Its place in the list may have been given to an applicant who registered since. */
export const writeSourceBack = (ctx: OrgContext, id: string): Write => {
	const column = (name: string) => sql`merges.archive ->> ${`$.rows.source.${name}`}`;
	const columns = Object.entries(getTableColumns(applicants)).map(([field, { name }]) => [field, column(name)]);
	const isTaken = sql`EXISTS (SELECT 1 FROM applicants WHERE seq = ${column("seq")})`;
	const values = {
		...Object.fromEntries(columns),
		seq: sql`iif(${isTaken}, NULL, ${column("seq")})`,
		// why the target's: the letters move back after this.
		letterUrl: unlessWithdrawn(ctx, column("letter_url"), sql`merges.target_id`),
		// why: a user to whom only archived applicants were assigned may have been deleted since.
		reviewerId: heldIfThere(ctx, "reviewer", column("reviewer_id")),
	};
	return restoreApplicant(ctx, values, sql`FROM merges WHERE ${isMerge(ctx, id)}`);
};

/** Returns the address of a letter, or null where it was withdrawn since the merge. @param applicantId who has it now */
const unlessWithdrawn = ({ organisationId }: OrgContext, url: SQL, applicantId: SQL): SQL =>
	sql`iif(EXISTS (SELECT 1 FROM letters AS gone WHERE gone.organisation_id = ${organisationId}
		AND gone.applicant_id = ${applicantId} AND gone.withdrawn_at IS NOT NULL
		AND ${endsWithLetter(url, sql`gone.id`)}), NULL, ${url})`;

/** The columns of the target that a merge may have changed. */
const changedColumns = [
	...(["firstName", "middleName", "lastName", "email", "courseId", "stepId", "stageChangedAt"] as const),
	...(["locationId", "submissionId", "photoKey", "searchText"] as const),
];

/** Restores the target's row and form. Earlier merges into it can be undone again if they could before this one. */
export const writeTargetBack = (ctx: OrgContext, { id, targetId, targetFormId, targetVersion }: Merge): Write[] => {
	const { db, organisationId } = ctx;
	const row = (name: string) => archived(ctx, id, `rows.target.${name}`);
	const form = (name: string) => archived(ctx, id, `form.${name}`);
	const columns = getTableColumns(applicants);
	const restored = Object.fromEntries(changedColumns.map((key) => [key, row(columns[key].name)]));
	const letterUrl = newerLetterUrl(ctx, targetId, {
		either: [row("letter_url"), sql`letter_url`],
		otherwise: unlessWithdrawn(ctx, row("letter_url"), sql`${targetId}`),
	});
	const answers = {
		...{ data: form("data"), repeats: form("repeats") },
		...{ hidden: form("hidden"), percentComplete: form("percentComplete") },
	};
	return [
		updateApplicants(ctx, [{ id: targetId }], { set: { ...restored, letterUrl } }),
		targetFormId === null
			? // why: a form that the merge added has its id.
				deleteForm(ctx, id)
			: replaceAnswers(ctx, targetFormId, answers, sql`${archived(ctx, id, "form")} IS NOT NULL`),
		db
			.update(merges)
			.set({
				targetVersion: targetVersion + 1,
				targetFormVersion: sql`(SELECT version FROM submissions
					WHERE organisation_id = ${organisationId} AND id = ${targetFormId})`,
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
export const writeKeysBack = (ctx: OrgContext, { id, applicationId: scope, targetId, sourceId }: Merge): Write[] => {
	const keys = (path: SQL) => sql`SELECT one.value FROM merges CROSS JOIN json_each(${path}) AS one
		WHERE ${isMerge(ctx, id)}`;
	return [
		...replaceIdentityKeys(ctx, { scope, ownerId: targetId }, keys(sql`merges.archive, '$.targetKeys'`)),
		writeInheritedRemoved(ctx, { mergeId: id, targetId }),
		writeArchivedDismissals(ctx, { mergeId: id, ownerId: sourceId, isTarget: false }),
		...replaceIdentityKeys(ctx, { scope, ownerId: sourceId }, keys(sql`merges.source_keys`)),
	];
};

/** The most merges of one sweep. */
const sliceSize = 50;

/** Deletes what old merges archived, and what stayed with the source. The merges stay, for addresses that lead on. */
export const deleteOldArchives = async (db: Database, before: number): Promise<void> => {
	const old = sql`(SELECT rowid, organisation_id, archive ->> '$.rows.source.submission_id' AS form_id FROM merges
		WHERE archive IS NOT NULL AND created_at <= ${before} ORDER BY created_at LIMIT ${sliceSize})`;
	await db.batch([
		...emptyForms(db, old),
		db.update(merges).set({ archive: null }).where(sql`${merges}.rowid IN (SELECT rowid FROM ${old} AS old)`),
	]);
};
