import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { duplicatePairs } from "#worker/database/schema/duplicates";
import type { Merge } from "#worker/services/duplicates/merges.queries";

/**
 * JSON: ids of those whom the one who goes was told apart from, and the one who is kept was not of themselves: what
 * another merge gave them is no decision of their own. Goes into the statement that reads `kept` and `merged`.
 */
export const toldApartAsJson = (organisationId: string): SQL => sql`json((
	SELECT json_group_array(third.id) FROM (
		SELECT iif(first_id = merged.id, second_id, first_id) AS id FROM duplicate_pairs
		WHERE organisation_id = ${organisationId} AND (first_id = merged.id OR second_id = merged.id)
			AND decided_at IS NOT NULL) AS third
	WHERE third.id <> kept.id AND NOT EXISTS (SELECT 1 FROM duplicate_pairs AS own
		WHERE own.organisation_id = ${organisationId} AND own.decided_at IS NOT NULL
			AND (own.first_id = kept.id AND own.second_id = third.id OR own.first_id = third.id AND own.second_id = kept.id)
			AND NOT EXISTS (SELECT 1 FROM merges AS former CROSS JOIN json_each(former.moved, '$.toldApart') AS apart
				WHERE former.organisation_id = ${organisationId} AND former.kept_id = kept.id
					AND former.undone_at IS NULL AND apart.value = third.id))))`;

/** What was said of the one who went and each of those whom they were told apart from: `apart.value`, `said.value`. */
const saidIn = (organisationId: string, alias: SQL): SQL => sql`
	CROSS JOIN json_each(${alias}.moved, '$.toldApart') AS apart CROSS JOIN json_each(${alias}.pairs) AS said
		ON said.value ->> 'decidedAt' IS NOT NULL AND apart.value IN (said.value ->> 'firstId', said.value ->> 'secondId')
	WHERE ${alias}.organisation_id = ${organisationId}`;

/** Whoever the one who went was told apart from is told apart from the one who is kept, by whom and when it was said. */
export const writeToldApart = ({ db, organisationId }: OrgContext, mergeId: string): Write =>
	insertFrom(
		db,
		duplicatePairs,
		{
			organisationId,
			applicationId: sql`said.applicationId`,
			firstId: sql`iif(kept.seq < third.seq, kept.id, third.id)`,
			secondId: sql`iif(kept.seq < third.seq, third.id, kept.id)`,
			strength: 0,
			foundAt: sql`said.foundAt`,
			decidedBy: sql`said.decidedBy`,
			decidedByName: sql`said.decidedByName`,
			decidedAt: sql`said.decidedAt`,
		},
		sql`FROM (SELECT merge.application_id AS applicationId, merge.kept_id AS keptId, apart.value AS thirdId,
					said.value ->> 'foundAt' AS foundAt, said.value ->> 'decidedBy' AS decidedBy,
					said.value ->> 'decidedByName' AS decidedByName, said.value ->> 'decidedAt' AS decidedAt
				FROM merges AS merge ${saidIn(organisationId, sql`merge`)} AND merge.id = ${mergeId}) AS said
			CROSS JOIN applicants AS kept ON kept.organisation_id = ${organisationId} AND kept.id = said.keptId
			CROSS JOIN applicants AS third ON third.organisation_id = ${organisationId} AND third.id = said.thirdId
			WHERE true`,
	).onConflictDoUpdate({
		target: [duplicatePairs.organisationId, duplicatePairs.firstId, duplicatePairs.secondId],
		set: {
			decidedBy: sql`excluded.decided_by`,
			decidedByName: sql`excluded.decided_by_name`,
			decidedAt: sql`excluded.decided_at`,
		},
		setWhere: isNull(duplicatePairs.decidedAt),
	});

/**
 * What a merge that is undone had said of the one who was kept is what the others say who are still part of them, or is
 * not said. What somebody has said or taken back since stays.
 */
export const writeToldApartBack = ({ db, organisationId }: OrgContext, { id, keptId }: Merge): Write => {
	const third = sql`iif(${duplicatePairs.firstId} = ${keptId}, ${duplicatePairs.secondId}, ${duplicatePairs.firstId})`;
	const stillSaid = (what: string) => sql`(SELECT said.value ->> ${what}
		FROM merges AS other ${saidIn(organisationId, sql`other`)} AND other.kept_id = ${keptId}
			AND other.undone_at IS NULL AND apart.value = ${third}
		ORDER BY other.rowid LIMIT 1)`;
	return db
		.update(duplicatePairs)
		.set({
			decidedBy: stillSaid("decidedBy"),
			decidedByName: stillSaid("decidedByName"),
			decidedAt: stillSaid("decidedAt"),
		})
		.where(
			and(
				isOf(organisationId, keptId),
				sql`EXISTS (SELECT 1 FROM merges AS merge ${saidIn(organisationId, sql`merge`)} AND merge.id = ${id}
					AND apart.value = ${third} AND said.value ->> 'decidedAt' = ${duplicatePairs.decidedAt}
					AND said.value ->> 'decidedBy' = ${duplicatePairs.decidedBy})`,
			),
		);
};

/** Two who share nothing, and of whom nobody says anything any longer, are no pair. */
export const writeUnsaidGone = ({ db, organisationId }: OrgContext, { keptId }: Merge): Write =>
	db
		.delete(duplicatePairs)
		.where(and(isOf(organisationId, keptId), isNull(duplicatePairs.decidedAt), lte(duplicatePairs.strength, sql`0`)));

const isOf = (organisationId: string, applicantId: string) =>
	and(
		eq(duplicatePairs.organisationId, organisationId),
		or(eq(duplicatePairs.firstId, applicantId), eq(duplicatePairs.secondId, applicantId)),
	);
