import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants } from "#worker/database/schema/applicants";
import { duplicatePairs, merges } from "#worker/database/schema/duplicates";
import { annotateApplicants, updateApplicants } from "#worker/services/applicants/applicant.writes";
import { restoreApplicant } from "#worker/services/applicants/merged-applicant.writes";
import { writePairsOf } from "#worker/services/duplicates/duplicate-pairs.writes";
import { addIdentityKeys, writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { laterOverSame, type Merge } from "#worker/services/duplicates/merges.queries";
import type { Place } from "#worker/services/duplicates/places";
import { arePlacesGone } from "#worker/services/duplicates/places.queries";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";
import { toRecordChange } from "#worker/services/duplicates/stand-in.writes";
import type { TakeBack } from "#worker/services/duplicates/take-back";
import { writeToldApartBack, writeUnsaidGone } from "#worker/services/duplicates/told-apart.writes";
import {
	deleteEmptyForm,
	moveFiles,
	removeFiles,
	replaceAnswers,
	restoreFiles,
	shareFiles,
} from "#worker/services/forms/merged-form.writes";

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
export const writeMergedBack = (ctx: OrgContext, mergeId: string, { isUnposted }: { isUnposted: boolean }): Write => {
	const { organisationId, now } = ctx;
	const values = Object.entries(getTableColumns(applicants)).map(([field, { name }]) => {
		const kept = sql`merge.merged ->> ${`$.${name}`}`;
		if (field === "seq") return [field, sql`iif(EXISTS (SELECT 1 FROM applicants WHERE seq = ${kept}), NULL, ${kept})`];
		if (field === "locationId" && isUnposted) return [field, sql`NULL`];
		if (field === "version") return [field, sql`${kept} + 1`];
		return [field, field === "updatedAt" ? sql`${now()}` : kept];
	});
	return restoreApplicant(
		ctx,
		Object.fromEntries(values),
		sql`FROM merges AS merge WHERE merge.organisation_id = ${organisationId} AND merge.id = ${mergeId}`,
	);
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
	const keptForm = kept.submissionId;
	const filesIn = (value: unknown) => (value as { files?: string[] } | null)?.files ?? [];
	const files = sql`(SELECT file.value FROM merges CROSS JOIN json_each(merges.moved, '$.files') AS file
		WHERE merges.organisation_id = ${ctx.organisationId} AND merges.id = ${merge.id})`;
	return [
		updateApplicants(ctx, [{ id: kept.id }], {
			set: {
				...toRecordChange(plan.record),
				...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
				searchText: text,
			},
		}),
		...(plan.form && keptForm ? [replaceAnswers(ctx, keptForm, plan.form)] : []),
		...moveFiles(ctx, { ids: plan.files.replaced, from: keptForm, to: mergedForm }),
		...moveFiles(ctx, { ids: plan.files.taken, from: mergedForm, to: keptForm }),
		// why: files that others have replaced since are nobody's; the one who went never had them.
		...removeFiles(
			ctx,
			mergedForm,
			plan.stayed.flatMap(({ was }) => filesIn(was)),
		),
		...shareFiles(ctx, { ids: plan.stayed.flatMap(({ became }) => filesIn(became)), from: keptForm, to: mergedForm }),
		...(mergedForm === null ? [] : [restoreFiles(ctx, mergedForm, files)]),
		...(keptForm === null ? [] : writeGivenFormGone(ctx, kept.id, keptForm)),
	];
};

/** Deletes a form that a merge gave, when nothing is in it and nobody works on it. */
const writeGivenFormGone = (ctx: OrgContext, id: string, formId: string): Write[] => {
	const { organisationId } = ctx;
	const isOfMerge = sql`EXISTS (SELECT 1 FROM merges WHERE organisation_id = ${organisationId} AND id = ${formId})`;
	return [
		deleteEmptyForm(ctx, formId, isOfMerge),
		annotateApplicants(ctx, [{ id }], {
			set: { submissionId: null },
			guard: sql`${isOfMerge} AND NOT EXISTS (SELECT 1 FROM submissions
				WHERE organisation_id = ${organisationId} AND id = ${formId})`,
		}),
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
		addIdentityKeys(
			db,
			merge.keys.map((key) => [organisationId, scope, key, mergedId]),
		),
		writePairsOf(db, [
			[organisationId, scope, keptId],
			[organisationId, scope, mergedId],
		]),
		writeUnsaidGone(ctx, merge),
		// why: when they were found, and what was said of them, nobody would know otherwise.
		insertFrom(
			db,
			duplicatePairs,
			{
				organisationId,
				applicationId: scope,
				firstId: sql`first.id`,
				secondId: sql`second.id`,
				strength: 0,
				foundAt: sql`one.value ->> 'foundAt'`,
				decidedBy: sql`one.value ->> 'decidedBy'`,
				decidedByName: sql`one.value ->> 'decidedByName'`,
				decidedAt: sql`one.value ->> 'decidedAt'`,
			},
			sql`FROM merges AS merge CROSS JOIN json_each(merge.pairs) AS one
				CROSS JOIN applicants AS first ON first.organisation_id = ${organisationId}
					AND first.id = one.value ->> 'firstId'
				CROSS JOIN applicants AS second ON second.organisation_id = ${organisationId}
					AND second.id = one.value ->> 'secondId'
				WHERE merge.organisation_id = ${organisationId} AND merge.id = ${id}
					AND (one.value ->> 'decidedAt' IS NOT NULL OR EXISTS (SELECT 1 FROM duplicate_pairs AS found
						WHERE found.organisation_id = ${organisationId} AND found.first_id = first.id
							AND found.second_id = second.id))`,
		).onConflictDoUpdate({
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
