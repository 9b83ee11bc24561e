import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { countedAtMost } from "#worker/contract/applicant-filter";
import { andWithin } from "#worker/database/scope";
import { selectRows, withSeq } from "#worker/services/applicants/row.queries";

interface Since {
	/** UTC milliseconds. */
	updatedSince: number;
	/** The change below which reading goes on. */
	after: number | undefined;
	applicationId: string | undefined;
	size: number;
}

/**
 * Reads the applicants who have changed since a moment, in the order of their last changes. why by the number of the
 * change: numbers grow in the order of the commits, so that one that commits late is not behind the reader.
 */
export const readChanged = async (ctx: OrgContext, { updatedSince, after, applicationId, size }: Since) => {
	const { db, organisationId } = ctx;
	// why a hundred: see applicantChanges.
	const from = after ?? updatedSince * 100 - 1;
	const changed = await db.all<{ seq: number; change: number }>(sql`
		SELECT applicants.seq, noted.change
		FROM applicant_changes AS noted INDEXED BY applicant_changes_by_organisation
		CROSS JOIN applicants ON applicants.seq = noted.applicant_seq
		WHERE noted.organisation_id = ${organisationId} AND noted.change > ${from}
			${applicationId === undefined ? sql`` : sql`AND +applicants.application_id = ${applicationId}`}
			${andWithin(ctx, sql`applicants.course_id`)}
		ORDER BY noted.change LIMIT ${Math.max(countedAtMost, size) + 1}`);
	const page = changed.slice(0, size);
	const rows = withSeq(
		await selectRows(ctx, sql`SELECT value FROM json_each(${JSON.stringify(page.map(({ seq }) => seq))})`),
	);
	const rowOf = new Map(rows.map((row) => [row.seq, row]));
	return {
		rows: page.flatMap(({ seq }) => rowOf.get(seq) ?? []),
		total: Math.min(changed.length, countedAtMost),
		isExact: changed.length <= countedAtMost,
		cursor: page.at(-1)?.change ?? from,
	};
};
