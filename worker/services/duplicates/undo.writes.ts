import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicants } from "#worker/database/schema/applicants";
import { duplicatePairs, merges } from "#worker/database/schema/duplicates";
import { attachments, submissions } from "#worker/database/schema/forms";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { writePairsOf } from "#worker/services/duplicates/duplicate-pairs.writes";
import { writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { laterOverSame, type Merge } from "#worker/services/duplicates/merges.queries";
import type { Place } from "#worker/services/duplicates/places";
import { arePlacesGone } from "#worker/services/duplicates/places.queries";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";
import { toRecordChange, writeAnswers, writeFiles, writeRecord } from "#worker/services/duplicates/stand-in.writes";
import type { TakeBack } from "#worker/services/duplicates/take-back";
import { writeToldApartBack, writeUnsaidGone } from "#worker/services/duplicates/told-apart.writes";

/**
 * The merge counts as undone, if it was not, the one who is kept is as they were seen and these places are there; the
 * commit counts it.
 */
export const writeUndone = (
	{ db, organisationId, actor, now }: OrgContext,
	{ id }: Pick<Merge, "id">,
	kept: ReadSide,
	{ stayed, places }: { stayed: string[]; places: readonly Place[] },
): Write =>
	db
		.update(merges)
		.set({ undoneBy: actor.id, undoneByName: actor.name, undoneAt: now(), stayed })
		.where(
			and(
				eq(merges.organisationId, organisationId),
				eq(merges.id, id),
				isNull(merges.undoneAt),
				sql`EXISTS (SELECT 1 FROM applicants AS kept WHERE kept.organisation_id = ${organisationId}
					AND kept.id = ${kept.id} AND kept.version = ${kept.version}
					AND (SELECT version FROM submissions WHERE organisation_id = ${organisationId}
						AND id = kept.submission_id) IS ${kept.formVersion})`,
				sql`NOT EXISTS (SELECT 1 ${laterOverSame(organisationId, id)})`,
				sql`NOT EXISTS (SELECT 1 ${arePlacesGone(organisationId, places)})`,
				// why: who has their number meanwhile keeps it.
				sql`NOT EXISTS (SELECT 1 FROM applicants AS holder WHERE holder.organisation_id = ${organisationId}
					AND holder.application_number = ${merges.merged} ->> '$.application_number')`,
			),
		);

/**
 * The row of the one who went is there again, as it was; posted nowhere, when that location is gone. why another place at times: whoever registered since may have
 * theirs, when it was the last.
 */
export const writeMergedBack = (
	{ db, organisationId, now }: OrgContext,
	mergeId: string,
	{ isUnposted }: { isUnposted: boolean },
): Write => {
	const values = Object.values(getTableColumns(applicants)).map(({ name }) => {
		const kept = sql`merge.merged ->> ${`$.${name}`}`;
		if (name === "seq") return sql`iif(EXISTS (SELECT 1 FROM applicants WHERE seq = ${kept}), NULL, ${kept})`;
		if (name === "location_id" && isUnposted) return sql`NULL`;
		if (name === "version") return sql`${kept} + 1`;
		return name === "updated_at" ? sql`${now()}` : kept;
	});
	return db.insert(applicants).select(sql`
		SELECT ${sql.join(values, sql`, `)} FROM merges AS merge
		WHERE merge.organisation_id = ${organisationId} AND merge.id = ${mergeId}`);
};

interface KeptBack {
	merge: Merge;
	kept: ReadSide;
	plan: TakeBack;
	/** By which they are found from now on. */
	text: string;
}

/** The one who was kept: what the merge gave them and is still so becomes what it was. */
export const writeKeptBack = (ctx: OrgContext, { merge, kept, plan, text }: KeptBack): Write[] => {
	const mergedForm = (merge.merged.submission_id ?? null) as string | null;
	return [
		writeRecord(ctx, kept.id, {
			...toRecordChange(plan.record),
			...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
			searchText: text,
		}),
		...(plan.form && kept.submissionId ? [writeAnswers(ctx, kept.submissionId, plan.form)] : []),
		...writeFiles(ctx, { ids: plan.files.replaced, from: kept.submissionId, to: mergedForm }),
		...writeFiles(ctx, { ids: plan.files.taken, from: mergedForm, to: kept.submissionId }),
		...writeSupersededGone(ctx, plan, mergedForm),
		...writeSharedFiles(ctx, plan, { from: kept.submissionId, to: mergedForm }),
		...writeFilesAgain(ctx, merge.id, mergedForm),
		...writeGivenFormGone(ctx, kept),
	];
};

/** Files that others have taken the place of since are nobody's: the one who went never had them. */
const writeSupersededGone = (
	{ db, organisationId }: OrgContext,
	{ stayed }: TakeBack,
	mergedForm: string | null,
): Write[] => {
	const ids = stayed.flatMap(({ was }) => (was as { files?: string[] } | null)?.files ?? []);
	if (ids.length === 0 || mergedForm === null) return [];
	return [
		db
			.delete(attachments)
			.where(
				and(
					eq(attachments.organisationId, organisationId),
					eq(attachments.submissionId, mergedForm),
					sql`${attachments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				),
			),
	];
};

/** Files that came from the one who went and stay with the other are theirs again, too: both name what lies in the store. */
const writeSharedFiles = (
	{ db, organisationId, newId }: OrgContext,
	{ stayed }: TakeBack,
	{ from, to }: { from: string | null; to: string | null },
): Write[] => {
	const ids = stayed.flatMap(({ became }) => (became as { files?: string[] } | null)?.files ?? []);
	if (ids.length === 0 || from === null || to === null) return [];
	return [
		db.insert(attachments).select(sql`
			SELECT ${organisationId}, one.value ->> 1, ${to}, file.field_id, file.title, file.section, file.name, file.mimetype,
				file.size, file.object_key, file.created_at
			FROM json_each(${JSON.stringify(ids.map((id) => [id, newId()]))}) AS one
			CROSS JOIN attachments AS file ON file.organisation_id = ${organisationId} AND file.id = one.value ->> 0
				AND file.submission_id = ${from}`),
	];
};

/** Files that were taken off since are there again, of the one who had brought them. */
const writeFilesAgain = ({ db, organisationId }: OrgContext, mergeId: string, mergedForm: string | null): Write[] => {
	if (mergedForm === null) return [];
	const columns = ["fieldId", "title", "section", "name", "mimetype", "size", "objectKey", "createdAt"];
	const values = columns.map((name) => sql`file.value ->> ${name}`);
	return [
		db.insert(attachments).select(sql`
			SELECT ${organisationId}, file.value ->> 'id', ${mergedForm}, ${sql.join(values, sql`, `)}
			FROM merges CROSS JOIN json_each(merges.moved, '$.files') AS file
			WHERE merges.organisation_id = ${organisationId} AND merges.id = ${mergeId} AND NOT EXISTS (
				SELECT 1 FROM attachments WHERE organisation_id = ${organisationId} AND id = file.value ->> 'id')`),
	];
};

/** A form that a merge gave, with nothing in it any longer and nobody at work on it, is gone again. */
const writeGivenFormGone = ({ db, organisationId }: OrgContext, { id, submissionId }: ReadSide): Write[] => {
	if (submissionId === null) return [];
	const isOfMerge = sql`EXISTS (SELECT 1 FROM merges WHERE organisation_id = ${organisationId} AND id = ${submissionId})`;
	const hasNone = (table: string) => sql`NOT EXISTS (SELECT 1 FROM ${sql.identifier(table)}
		WHERE organisation_id = ${organisationId} AND submission_id = ${submissionId})`;
	return [
		db
			.delete(submissions)
			.where(
				and(
					eq(submissions.organisationId, organisationId),
					eq(submissions.id, submissionId),
					sql`${submissions.data} = '{}'`,
					isOfMerge,
					hasNone("attachments"),
					hasNone("form_drafts"),
				),
			),
		db
			.update(applicants)
			.set({ submissionId: null })
			.where(
				and(
					eq(applicants.organisationId, organisationId),
					eq(applicants.id, id),
					isOfMerge,
					sql`NOT EXISTS (SELECT 1 FROM submissions WHERE organisation_id = ${organisationId} AND id = ${submissionId})`,
				),
			),
	];
};

/**
 * Each is known by what they are known by alone, and paired with those they were paired with.
 *
 * @param keys those of the one who was kept
 */
export const writeApart = (ctx: OrgContext, merge: Merge, keys: readonly string[]): Write[] => {
	const { db, organisationId } = ctx;
	const { id, applicationId: scope, keptId, mergedId } = merge;
	return [
		writeToldApartBack(ctx, merge),
		...writeIdentityKeys(ctx, { scope, ownerId: keptId, keys }),
		db
			.insert(identityKeys)
			.select(sql`
				SELECT ${organisationId}, ${scope}, value, ${mergedId} FROM json_each(${JSON.stringify(merge.keys)}) WHERE true`)
			.onConflictDoNothing(),
		writePairsOf(db, [
			[organisationId, scope, keptId],
			[organisationId, scope, mergedId],
		]),
		writeUnsaidGone(ctx, merge),
		// why: when they were found, and what was said of them, nobody would know otherwise.
		db
			.insert(duplicatePairs)
			.select(sql`
				SELECT ${organisationId}, ${scope}, first.id, second.id, 0, one.value ->> 'foundAt', one.value ->> 'decidedBy',
					one.value ->> 'decidedByName', one.value ->> 'decidedAt'
				FROM merges AS merge CROSS JOIN json_each(merge.pairs) AS one
				CROSS JOIN applicants AS first ON first.organisation_id = ${organisationId}
					AND first.id = one.value ->> 'firstId'
				CROSS JOIN applicants AS second ON second.organisation_id = ${organisationId}
					AND second.id = one.value ->> 'secondId'
				WHERE merge.organisation_id = ${organisationId} AND merge.id = ${id}
					AND (one.value ->> 'decidedAt' IS NOT NULL OR EXISTS (SELECT 1 FROM duplicate_pairs AS found
						WHERE found.organisation_id = ${organisationId} AND found.first_id = first.id
							AND found.second_id = second.id))`)
			.onConflictDoUpdate({
				target: [duplicatePairs.organisationId, duplicatePairs.firstId, duplicatePairs.secondId],
				set: {
					foundAt: sql`excluded.found_at`,
					decidedBy: sql`excluded.decided_by`,
					decidedByName: sql`excluded.decided_by_name`,
					decidedAt: sql`excluded.decided_at`,
				},
			}),
	];
};
