import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants } from "#worker/database/schema/applicants";
import { merges } from "#worker/database/schema/duplicates";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { deleteApplicant } from "#worker/services/applicants/merged-applicant.writes";
import type { ComparedApplicant } from "#worker/services/duplicates/comparison.queries";
import { writeArchivedDismissals } from "#worker/services/duplicates/dismissed-pairs.writes";
import { removeIdentityKeys, writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import { hasPendingChange } from "#worker/services/duplicates/merges.queries";
import type { MergePlan } from "#worker/services/duplicates/plan-merge";
import { insertFormLike, replaceAnswers } from "#worker/services/forms/merged-form.writes";
import { endsWithLetter } from "#worker/services/letters/queries";

/** Two applicants as they were compared, and what the merge changes. */
export interface PlannedMerge {
	mergeId: string;
	target: ComparedApplicant;
	source: ComparedApplicant;
	plan: MergePlan;
	/** The names of both before the merge. */
	names: { target: string; source: string };
	comment: string;
}

/**
 * Inserts the merge with what an undo restores, if both are as they were compared and no change of either is pending.
 */
export const writeMerge = (ctx: OrgContext, merge: PlannedMerge): Write => {
	const { organisationId, actor, now } = ctx;
	const { mergeId, target, source, plan, names, comment } = merge;
	const formVersion = (submissionId: string | null) => sql`(SELECT version FROM submissions
		WHERE organisation_id = ${organisationId} AND id = ${submissionId})`;
	return insertFrom(
		ctx.db,
		merges,
		{
			organisationId,
			id: mergeId,
			applicationId: sql`target.application_id`,
			sourceId: sql`source.id`,
			sourceName: names.source,
			sourceNumber: sql`source.application_number`,
			sourcePublicId: sql`source.public_id`,
			sourceKeys: keysOf(sql`source`),
			targetId: sql`target.id`,
			targetName: names.target,
			targetNumber: sql`target.application_number`,
			targetVersion: sql`target.version + 1`,
			targetFormVersion: plan.form ? (target.formVersion ?? 0) + 1 : target.formVersion,
			fields: plan.fields,
			moved: { ...source.belongings, attachments: plan.files.moved.length },
			archive: archiveOf(merge),
			comment,
			createdBy: actor.id,
			createdByName: actor.name,
			createdAt: now(),
		},
		sql`FROM applicants AS target CROSS JOIN applicants AS source ON source.organisation_id = ${organisationId}
				AND source.id = ${source.id} AND source.version = ${source.version}
			WHERE target.organisation_id = ${organisationId} AND target.id = ${target.id}
				AND target.version = ${target.version} AND target.submission_id IS ${target.submissionId}
				AND ${formVersion(target.submissionId)} IS ${target.formVersion}
				AND ${formVersion(source.submissionId)} IS ${source.formVersion}
				AND NOT ${hasPendingChange(ctx, [target.id, source.id])}`,
	);
};

const keysOf = (owner: SQL): SQL => sql`(SELECT json_group_array(key) FROM identity_keys
	WHERE organisation_id = ${owner}.organisation_id AND scope = ${owner}.application_id AND owner_id = ${owner}.id)`;

/** why: an applicant has one email of a mailing. Of one that both were sent, the source's stays with the source. */
const isNotSentToBoth = sql`one.applicant_id = source.id AND NOT EXISTS (SELECT 1 FROM emails AS same
	WHERE same.organisation_id = source.organisation_id AND same.mailing_id = one.mailing_id
		AND same.applicant_id = target.id)`;

/** Selects what an undo restores, as it is at the moment of the merge, as JSON. */
const archiveOf = ({ target, plan }: PlannedMerge): SQL => {
	const ids = (table: string, condition = sql`one.applicant_id = source.id`) =>
		sql`json((SELECT json_group_array(one.id) FROM ${sql.identifier(table)} AS one
			WHERE one.organisation_id = source.organisation_id AND ${condition}))`;
	const form = sql`json((SELECT json_object('data', json(data), 'repeats', json(repeats), 'hidden', json(hidden),
		'percentComplete', percent_complete) FROM submissions WHERE organisation_id = target.organisation_id AND id = ${target.submissionId}))`;
	const modifications = sql`one.entity = 'applicant' AND one.entity_id = source.id`;
	return sql`json_object(
		'rows', json_object('source', ${rowAsJson("source")}, 'target', ${rowAsJson("target")}),
		'form', ${plan.form === null ? sql`NULL` : form},
		'targetKeys', json(${keysOf(sql`target`)}),
		'dismissedPairs', json((SELECT json_group_array(json_object('by', dismissed_by, 'byName', dismissed_by_name,
				'at', dismissed_at, 'mergeId', merge_id, 'otherId', iif(first_id = source.id, second_id, first_id)))
			FROM dismissed_pairs WHERE organisation_id = source.organisation_id
				AND (first_id = source.id OR second_id = source.id))),
		'moved', json_object(
			'transactions', ${ids("transactions")}, 'referees', ${ids("referees")}, 'letters', ${ids("letters")},
			'emails', ${ids("emails", isNotSentToBoth)}, 'modifications', ${ids("modification_entries", modifications)},
			'candidates', ${ids("group_candidates")}, 'attachments', json(${JSON.stringify(plan.files.moved)}),
			'replaced', json(${JSON.stringify(plan.files.replaced)})))`;
};

/** A function takes 32 arguments on D1: a name and a value for each column. */
const maxColumns = 15;

const rowAsJson = (alias: string): SQL => {
	const columns = Object.values(getTableColumns(applicants)).map(({ name }) => `'${name}', ${alias}.${name}`);
	const objects: SQL[] = [];
	while (columns.length > 0) objects.push(sql.raw(`json_object(${columns.splice(0, maxColumns).join(", ")})`));
	return objects.reduce((all, more) => sql`json_patch(${all}, ${more})`);
};

/**
 * An SQL expression: the address of the newer of two letters, as far as they are the applicant's and not withdrawn (§3 letter).
 * why not of the newest of all: a letter that was replaced or withdrawn does not come into force again.
 * @param either the addresses of both @param otherwise when it is none of them
 */
export const newerLetterUrl = (
	{ organisationId }: OrgContext,
	applicantId: string,
	{ either: [one, other], otherwise }: { either: readonly [SQL, SQL]; otherwise: SQL },
): SQL =>
	sql`coalesce((SELECT '/' || ${organisationId} || '/applicants/' || ${applicantId} || '/letters/' || made.id
		FROM letters AS made WHERE made.organisation_id = ${organisationId} AND made.applicant_id = ${applicantId}
			AND made.withdrawn_at IS NULL
			AND (${endsWithLetter(one, sql`made.id`)} OR ${endsWithLetter(other, sql`made.id`)})
		ORDER BY made.created_at DESC, made.rowid DESC LIMIT 1), ${otherwise})`;

/** Gives the target the values and answers that it takes from the source, and the newer letter of both. */
export const writeTarget = (
	ctx: OrgContext,
	{ target, source, plan }: PlannedMerge,
	{ formId, searchText }: { formId: string | null; searchText: string },
): Write[] => {
	const { accountEmail, ...record } = plan.record;
	return [
		updateApplicants(ctx, [{ id: target.id }], {
			set: {
				...record,
				...(accountEmail !== undefined && { email: accountEmail }),
				...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
				submissionId: formId,
				letterUrl: newerLetterUrl(ctx, target.id, {
					either: [
						sql`letter_url`,
						sql`(SELECT one.letter_url FROM applicants AS one
							WHERE one.organisation_id = ${ctx.organisationId} AND one.id = ${source.id})`,
					],
					otherwise: sql`letter_url`,
				}),
				searchText,
			},
		}),
		...(plan.form && formId
			? [
					// why a new form like the source's, not the source's own: an undo gives that back as it was.
					target.submissionId
						? replaceAnswers(ctx, formId, plan.form)
						: insertFormLike(ctx, source.submissionId, { ...plan.form, id: formId, applicantId: target.id }),
				]
			: []),
	];
};

/** Deletes the source's archived row and gives its identity keys and dismissed pairs to the target. */
export const writeSourceArchived = (
	ctx: OrgContext,
	{ mergeId, target, source }: PlannedMerge,
	keys: readonly string[],
): Write[] => {
	const scope = target.applicationId;
	return [
		deleteApplicant(ctx, source.id),
		removeIdentityKeys(ctx, scope, { owners: [source.id] }),
		...writeIdentityKeys(ctx, { scope, ownerId: target.id, keys }),
		writeArchivedDismissals(ctx, { mergeId, ownerId: target.id, isTarget: true }),
	];
};
