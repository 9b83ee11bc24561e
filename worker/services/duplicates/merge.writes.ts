import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { KeptBefore } from "#worker/contract/applicant-merge";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants } from "#worker/database/schema/applicants";
import { duplicatePairs, merges } from "#worker/database/schema/duplicates";
import { formOf } from "#worker/services/duplicates/compare";
import { isHeld } from "#worker/services/duplicates/held.queries";
import { allIn } from "#worker/services/duplicates/merges.queries";
import { nameOf } from "#worker/services/duplicates/names";
import { placeNamesOf } from "#worker/services/duplicates/places";
import type { MergePlan } from "#worker/services/duplicates/plan-merge";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";
import { toldApartAsJson } from "#worker/services/duplicates/told-apart.writes";

/** Two applicants as they were seen, and what is to become of the one who is kept. */
export interface MergedPair {
	mergeId: string;
	kept: ReadSide;
	merged: ReadSide;
	plan: MergePlan;
	comment: string;
}

/** A function takes 32 arguments on D1: a name and a value each. */
const mostInObject = 15;

/** A row as a JSON object. @param alias the table's, in the statement */
const rowAsJson = (columns: readonly string[], alias: string): SQL => {
	const objects: SQL[] = [];
	for (let from = 0; from < columns.length; from += mostInObject) {
		const some = columns.slice(from, from + mostInObject).map((name) => `'${name}', ${alias}.${name}`);
		objects.push(sql.raw(`json_object(${some.join(", ")})`));
	}
	return objects.reduce((all, more) => sql`json_patch(${all}, ${more})`);
};

/** why the names: what reads a pair back knows the columns as the schema calls them. */
const pairAsJson = sql.raw(
	`json_object(${Object.entries(getTableColumns(duplicatePairs))
		.map(([key, { name }]) => `'${key}', pair.${name}`)
		.join(", ")})`,
);

/** Ids of the rows that go over, in the moment in which they go. */
const movedAsJson = (organisationId: string, { kept, merged, plan }: MergedPair): SQL => {
	const idsOf = (files: MergePlan["files"]["taken"]) => JSON.stringify(files.map(({ id }) => id));
	const isMoved = sql`one.applicant_id = ${merged.id} AND ${isNotSentToBoth(organisationId, kept.id)}`;
	const ids = (table: string, condition: SQL) => sql`json((SELECT json_group_array(one.id) FROM
		${sql.identifier(table)} AS one WHERE one.organisation_id = ${organisationId} AND ${condition}))`;
	const own = sql`one.applicant_id = ${merged.id}`;
	return sql`json_object(
		'transactions', ${ids("transactions", own)}, 'referees', ${ids("referees", own)}, 'letters', ${ids("letters", own)},
		'emails', ${ids("emails", isMoved)},
		'shownEmails', ${ids("emails", sql`one.applicant_id IN ${allIn(organisationId, merged.id)} AND NOT (${isMoved})`)},
		'logEntries', ${ids("applicant_log", own)},
		'modifications', ${ids("modification_entries", sql`one.entity = 'applicant' AND one.entity_id = ${merged.id}`)},
		'candidates', ${ids("group_candidates", own)},
		'attachments', json(${idsOf(plan.files.taken)}), 'replaced', json(${idsOf(plan.files.replaced)}),
		'files', json(${JSON.stringify(plan.files.taken)}), 'toldApart', ${toldApartAsJson(organisationId)})`;
};

/** why: an applicant has one mail of a mailing; what both were written stays where it is. */
export const isNotSentToBoth = (organisationId: string, keptId: string): SQL => sql`NOT EXISTS (
	SELECT 1 FROM emails AS same WHERE same.organisation_id = ${organisationId} AND same.mailing_id = one.mailing_id
		AND same.applicant_id = ${keptId})`;

/**
 * Keeps the merge, with the one who goes whole, if both are as they were seen and no change of either is under way; the
 * commit counts it.
 */
export const writeMerge = (ctx: OrgContext, pair: MergedPair): Write => {
	const { db, organisationId, actor, now } = ctx;
	const { mergeId, kept, merged, plan, comment } = pair;
	const before: KeptBefore = {
		...{ name: nameOf(kept), number: kept.applicationNumber, letterUrl: kept.letterUrl },
		photoKey: plan.photoKey === undefined ? null : { was: kept.photoKey, became: plan.photoKey },
		repeats: plan.form && { was: formOf(kept).repeats, became: plan.form.repeats },
		places: placeNamesOf(merged),
	};
	const columns = Object.values(getTableColumns(applicants)).map(({ name }) => name);
	const formVersion = (submissionId: string | null) => sql`(SELECT version FROM submissions
		WHERE organisation_id = ${organisationId} AND id = ${submissionId})`;
	return insertFrom(
		db,
		merges,
		{
			organisationId,
			id: mergeId,
			applicationId: sql`kept.application_id`,
			keptId: sql`kept.id`,
			mergedId: sql`merged.id`,
			mergedPublicId: sql`merged.public_id`,
			merged: rowAsJson(columns, "merged"),
			keys: sql`(SELECT json_group_array(key) FROM identity_keys WHERE organisation_id = ${organisationId}
				AND scope = merged.application_id AND owner_id = merged.id)`,
			pairs: sql`(SELECT json_group_array(${pairAsJson}) FROM duplicate_pairs AS pair
				WHERE organisation_id = ${organisationId} AND (first_id = ${merged.id} OR second_id = ${merged.id}))`,
			taken: plan.taken,
			before,
			moved: movedAsJson(organisationId, pair),
			comment,
			createdBy: actor.id,
			createdByName: actor.name,
			createdAt: now(),
		},
		sql`FROM applicants AS kept CROSS JOIN applicants AS merged
			ON merged.organisation_id = ${organisationId} AND merged.id = ${merged.id} AND merged.version = ${merged.version}
		WHERE kept.organisation_id = ${organisationId} AND kept.id = ${kept.id} AND kept.version = ${kept.version}
			AND kept.submission_id IS ${kept.submissionId} AND ${formVersion(kept.submissionId)} IS ${kept.formVersion}
			AND ${formVersion(merged.submissionId)} IS ${merged.formVersion}
			AND NOT ${isHeld(ctx, [kept.id, merged.id])}`,
	);
};
