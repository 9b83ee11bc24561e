import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Write } from "#worker/database/commit";
import { writePairsOf } from "#worker/database/duplicate-pairs.writes";
import { writeIdentityKeys } from "#worker/database/identity-keys.writes";
import { applicants } from "#worker/database/schema/applicants";
import { duplicatePairs, merges } from "#worker/database/schema/duplicates";
import { attachments } from "#worker/database/schema/forms";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import type { OrgContext } from "#worker/http/context";
import { laterOverSame, type Merge } from "#worker/services/duplicates/merges.queries";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";
import { toRecordChange, writeAnswers, writeFiles, writeRecord } from "#worker/services/duplicates/stand-in.writes";
import type { TakeBack } from "#worker/services/duplicates/take-back";

/** The merge counts as undone, if it was not, and the one who is kept is as they were seen; the commit counts it. */
export const writeUndone = (
	{ db, organisationId, actor, now }: OrgContext,
	{ id }: Pick<Merge, "id">,
	kept: ReadSide,
	stayed: string[],
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
				// why: who has their number meanwhile keeps it.
				sql`NOT EXISTS (SELECT 1 FROM applicants AS holder WHERE holder.organisation_id = ${organisationId}
					AND holder.application_number = ${merges.merged} ->> '$.application_number')`,
			),
		);

/**
 * The row of the one who went is there again, as it was. why another place at times: whoever registered since may have
 * theirs, when it was the last.
 */
export const writeMergedBack = ({ db, organisationId, now }: OrgContext, mergeId: string): Write => {
	const values = Object.values(getTableColumns(applicants)).map(({ name }) => {
		const kept = sql`merge.merged ->> ${`$.${name}`}`;
		if (name === "seq") return sql`iif(EXISTS (SELECT 1 FROM applicants WHERE seq = ${kept}), NULL, ${kept})`;
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

/**
 * Each is known by what they are known by alone, and paired with those they were paired with.
 *
 * @param keys those of the one who was kept
 */
export const writeApart = (ctx: OrgContext, merge: Merge, keys: readonly string[]): Write[] => {
	const { db, organisationId } = ctx;
	const { id, applicationId: scope, keptId, mergedId } = merge;
	return [
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
