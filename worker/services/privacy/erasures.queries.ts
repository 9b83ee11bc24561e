import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { erasedName, type Removed } from "#worker/contract/erasure";
import { andWithin } from "#worker/database/scope";
import { mostErasures } from "#worker/services/privacy/contract";
import type { Due } from "#worker/services/privacy/erasure.bulk";

/** Names erased applicants within the scope by their numbers. */
export const nameErased = async (ctx: OrgContext, ids: readonly string[]) => {
	const rows = await ctx.db.all<{ id: string; applicationNumber: string }>(sql`
		SELECT erased.id, erased.application_number AS applicationNumber FROM json_each(${JSON.stringify(ids)}) AS asked
		CROSS JOIN erased_applicants AS erased ON erased.organisation_id = ${ctx.organisationId} AND erased.id = asked.value
			${andWithin(ctx, sql`erased.course_id`)}`);
	return new Map(rows.map(({ id, applicationNumber }) => [id, { name: erasedName, applicationNumber }]));
};

/** Finds who is still due by a retention rule: it is enabled, as strict as it was, and they have handed in nothing since. */
export const findStillDue = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
	{ ruleId, months, before }: Due,
): Promise<Set<string>> => {
	const rows = await db.all<{ id: string }>(sql`
		SELECT due.id FROM json_each(${JSON.stringify(ids)}) AS asked
		CROSS JOIN applicants AS due ON due.organisation_id = ${organisationId} AND due.id = asked.value
		CROSS JOIN applications AS closed ON closed.organisation_id = ${organisationId}
			AND closed.id = due.application_id AND closed.ends_at <= ${before}
		CROSS JOIN retention_rules AS rule ON rule.organisation_id = ${organisationId} AND rule.id = ${ruleId}
			AND rule.application_id = closed.id AND rule.enabled = 1 AND rule.months <= ${months}
		WHERE rule.outcome <> 'never_submitted' OR due.submitted_at IS NULL`);
	return new Set(rows.map(({ id }) => id));
};

interface ErasureRow {
	id: string;
	applicationNumber: string;
	applicationTitle: string;
	removed: Removed;
	hasFiles: boolean;
	reason: string;
	by: string;
	at: number;
}

/** Reads one page of the erased applicants within the scope, newest first. */
export const pageOfErasures = async (ctx: OrgContext, { page, size }: { page: number; size: number }) => {
	const newest = sql`FROM (SELECT * FROM erased_applicants AS erased INDEXED BY erased_applicants_by_age
		WHERE erased.organisation_id = ${ctx.organisationId} ${andWithin(ctx, sql`erased.course_id`)}
		ORDER BY erased.erased_at DESC, erased.id DESC LIMIT ${sql.raw(String(mostErasures))}) AS newest`;
	const [rows, [counted]] = await Promise.all([
		ctx.db.all<Omit<ErasureRow, "removed" | "hasFiles"> & { removed: string; hasFiles: number }>(sql`
			SELECT newest.id, newest.application_number AS applicationNumber,
				coalesce((SELECT title FROM applications WHERE organisation_id = ${ctx.organisationId}
					AND id = newest.application_id), newest.application_id) AS applicationTitle,
				newest.removed, newest.files IS NOT NULL AS hasFiles, newest.reason, newest.erased_by_name AS by,
				newest.erased_at AS at
			${newest} ORDER BY newest.erased_at DESC, newest.id DESC LIMIT ${size} + 0 OFFSET ${page * size}`),
		ctx.db.all<{ total: number }>(sql`SELECT count(*) AS total ${newest}`),
	]);
	const data: ErasureRow[] = rows.map((row) => ({
		...row,
		removed: JSON.parse(row.removed),
		hasFiles: row.hasFiles === 1,
	}));
	return { data, resultTotal: counted?.total ?? 0, page, size };
};
