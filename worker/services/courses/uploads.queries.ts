import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";

/** Returns which of these codes an existing course has, or an earlier row of the upload that can be added. */
export const findTakenCodes = async (
	{ db, organisationId }: OrgContext,
	codes: readonly string[],
	importId?: string,
): Promise<Set<string>> => {
	const rows = await db.all<{ code: string }>(sql`
		SELECT asked.value AS code FROM json_each(${JSON.stringify(codes)}) AS asked
		WHERE EXISTS (SELECT 1 FROM courses WHERE organisation_id = ${organisationId} AND code = asked.value)
			OR EXISTS (SELECT 1 FROM import_rows
				WHERE organisation_id = ${organisationId} AND import_id = ${importId ?? null} AND key = asked.value)`);
	return new Set(rows.map(({ code }) => code));
};
