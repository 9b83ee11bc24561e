import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

/** Applicants by id, or as rows of `seq`. */
type Among = { ids: readonly string[] } | { listed: SQL };

interface Made {
	templateId: string;
	/** UTC milliseconds. */
	since: number;
}

/**
 * Selects the applicants among these whose letter in force was made from the template since then, for their current
 * stage.
 */
const fromLettered = (organisationId: string, among: Among, { templateId, since }: Made): SQL => {
	const chosen =
		"ids" in among
			? sql`json_each(${JSON.stringify(among.ids)}) AS chosen CROSS JOIN applicants AS applicant
				ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value`
			: sql`(${among.listed}) AS listed CROSS JOIN applicants AS applicant ON applicant.seq = listed.seq`;
	return sql`FROM ${chosen} WHERE applicant.letter_url IS NOT NULL AND EXISTS (SELECT 1 FROM letters AS letter
		WHERE letter.organisation_id = ${organisationId} AND letter.applicant_id = applicant.id
			AND letter.created_at >= ${since} AND letter.template_id = ${templateId}
			AND applicant.letter_url LIKE '%/' || letter.id
			AND letter.stage_name = (SELECT name FROM workflow_steps
				WHERE organisation_id = ${organisationId} AND id = applicant.step_id))`;
};

export const findLettered = async (
	{ db, organisationId }: OrgContext,
	among: Among,
	{ limit, ...made }: Made & { limit: number },
): Promise<string[]> => {
	const rows = await db.all<{ id: string }>(
		sql`SELECT applicant.id ${fromLettered(organisationId, among, made)} LIMIT ${limit}`,
	);
	return rows.map(({ id }) => id);
};

export const countLettered = async ({ db, organisationId }: OrgContext, among: Among, made: Made): Promise<number> => {
	const [counted] = await db.all<{ applicants: number }>(
		sql`SELECT count(*) AS applicants ${fromLettered(organisationId, among, made)}`,
	);
	return counted?.applicants ?? 0;
};
