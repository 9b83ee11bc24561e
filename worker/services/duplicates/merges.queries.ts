import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { merges } from "#worker/database/schema/duplicates";

/** The columns of an applicant's row as a merge keeps it. */
export const mergedColumn = (name: string) => sql<string>`(${merges.merged} ->> ${`$.${name}`})`;

const mergedName = sql<string>`trim(${mergedColumn("first_name")} || ' ' || coalesce(${mergedColumn("middle_name")} || ' ', '')
	|| ${mergedColumn("last_name")})`;

/** Who was merged into an applicant, newest first, without what was undone. Undefined when there is no such applicant. */
export const readMergesInto = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const [applicant, found] = await Promise.all([
		db.get<{ id: string }>(
			sql`SELECT id FROM applicants WHERE organisation_id = ${organisationId} AND id = ${applicantId}`,
		),
		db.all<{ id: string; mergedName: string; mergedNumber: string; createdAt: number }>(sql`
			SELECT id, ${mergedName} AS mergedName, ${mergedColumn("application_number")} AS mergedNumber,
				created_at AS createdAt
			FROM ${merges} WHERE organisation_id = ${organisationId} AND kept_id = ${applicantId} AND undone_at IS NULL
			ORDER BY created_at DESC, rowid DESC`),
	]);
	return applicant && found;
};

/**
 * The ids of an applicant and of all who were merged into them, along the chains. To be asked in a statement.
 *
 * @param applicantId a value, or a column of the statement
 */
export const allIn = (organisationId: string, applicantId: SQL | string): SQL => sql`(
	WITH RECURSIVE part(id) AS (SELECT ${applicantId} UNION SELECT merges.merged_id FROM part
		CROSS JOIN merges ON merges.organisation_id = ${organisationId} AND merges.kept_id = part.id
			AND merges.undone_at IS NULL)
	SELECT id FROM part)`;

/**
 * Who stands for an applicant that was merged away: the last of the chain. Undefined for whoever was not.
 */
export const findStandIn = async ({ db, organisationId }: OrgContext, applicantId: string) => {
	const chain = await db.all<{ id: string }>(sql`
		WITH RECURSIVE chain(id, step) AS (
			SELECT kept_id, 1 FROM merges
				WHERE organisation_id = ${organisationId} AND merged_id = ${applicantId} AND undone_at IS NULL
			UNION ALL SELECT merges.kept_id, chain.step + 1 FROM chain
				CROSS JOIN merges ON merges.organisation_id = ${organisationId} AND merges.merged_id = chain.id
					AND merges.undone_at IS NULL)
		SELECT id FROM chain ORDER BY step DESC LIMIT 1`);
	return chain[0]?.id;
};

export const findMerge = async ({ db, organisationId }: OrgContext, id: string) => {
	const [found] = await db
		.select()
		.from(merges)
		.where(and(eq(merges.organisationId, organisationId), eq(merges.id, id)));
	return found;
};
export type Merge = NonNullable<Awaited<ReturnType<typeof findMerge>>>;

/** By which words those are found who were merged into an applicant; without one merge, as if it were undone. */
export const readMergedWords = async ({ db, organisationId }: OrgContext, keptId: string, without = "") => {
	const rows = await db.all<{ words: string }>(sql`
		SELECT ${mergedColumn("search_text")} AS words FROM ${merges}
		WHERE organisation_id = ${organisationId} AND kept_id = ${keptId} AND undone_at IS NULL AND id <> ${without}`);
	return rows.map(({ words }) => words);
};

/**
 * A merge into the same applicant that came after this one, is not undone, and took a field that this one took: what
 * this one gave is with the other by now, and comes back with it. To be asked in a statement.
 */
export const laterOverSame = (organisationId: string, mergeId: string) => sql`
	FROM merges AS this CROSS JOIN merges AS later ON later.organisation_id = ${organisationId}
		AND later.kept_id = this.kept_id AND later.undone_at IS NULL AND later.rowid > this.rowid
	WHERE this.organisation_id = ${organisationId} AND this.id = ${mergeId}
		AND EXISTS (SELECT 1 FROM json_each(later.taken) AS one
			WHERE one.value ->> 'id' IN (SELECT mine.value ->> 'id' FROM json_each(this.taken) AS mine))`;

/** What an undo of a merge would meet: is the one who is kept still there, and who has a place that has to be free? */
export const findTakenPlace = async ({ db, organisationId }: OrgContext, { id, keptId, merged }: Merge) => {
	const [[kept], [mergedInto], [later], [holder]] = await Promise.all([
		db
			.select({ id: applicants.id })
			.from(applicants)
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, keptId))),
		db.all<{ name: string }>(sql`
			SELECT trim(stands.first_name || ' ' || stands.last_name) AS name FROM merges
				CROSS JOIN applicants AS stands ON stands.organisation_id = ${organisationId} AND stands.id = merges.kept_id
			WHERE merges.organisation_id = ${organisationId} AND merges.merged_id = ${keptId} AND merges.undone_at IS NULL`),
		db.all<{ name: string }>(sql`
			SELECT trim((later.merged ->> '$.first_name') || ' ' || (later.merged ->> '$.last_name')) AS name
				${laterOverSame(organisationId, id)} ORDER BY later.rowid DESC LIMIT 1`),
		db
			.select({ firstName: applicants.firstName, middleName: applicants.middleName, lastName: applicants.lastName })
			.from(applicants)
			.where(
				and(
					eq(applicants.organisationId, organisationId),
					eq(applicants.applicationNumber, String(merged.application_number ?? "")),
				),
			),
	]);
	return { kept, mergedInto, later, holder };
};
