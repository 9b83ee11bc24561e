import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { OrgContext } from "#worker/context";
import type { MovedRows } from "#worker/contract/applicant-merge";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants, letters, referees } from "#worker/database/schema/applicants";
import { emails } from "#worker/database/schema/emails";
import { modificationEntries } from "#worker/database/schema/records";
import { transactions } from "#worker/database/schema/transactions";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import type { MergedPair } from "#worker/services/duplicates/merge.writes";

interface Ends {
	/** Applicants' ids. */
	from: string;
	to: string;
}

/** All that hangs on the one who goes hangs on the one who is kept from now on. */
export const writeMoves = (ctx: OrgContext, { kept, merged }: Pick<MergedPair, "kept" | "merged">): Write[] => [
	...writeEachKind(ctx, { from: merged.id, to: kept.id }, () => undefined),
	writeLogMoved(ctx, { from: merged.id, to: kept.id }),
	writeNewestLetter(ctx, kept.id, kept.letterUrl),
];

/** What came with a merge and is still with the one who was kept goes back. */
export const writeMovesBack = (
	ctx: OrgContext,
	{ from, to, mergeId, letterUrl }: Ends & { mergeId: string; letterUrl: string | null },
): Write[] => {
	const moved = (kind: keyof MovedRows) => sql`(SELECT one.value FROM merges
		CROSS JOIN json_each(merges.moved, ${`$.${kind}`}) AS one
		WHERE merges.organisation_id = ${ctx.organisationId} AND merges.id = ${mergeId})`;
	return [
		...writeEachKind(ctx, { from, to }, (kind, id) => sql`+${id} IN ${moved(kind)}`),
		writeLogBack(ctx, { from, to }, moved("logEntries")),
		writeNewestLetter(ctx, from, letterUrl),
	];
};

type Kind = Exclude<keyof MovedRows, "logEntries" | "attachments" | "replaced">;

const writeEachKind = (
	{ db, organisationId }: OrgContext,
	{ from, to }: Ends,
	alsoIf: (kind: Kind, id: SQLiteColumn) => SQL | undefined,
): Write[] => [
	...([["transactions", transactions] as const, ["referees", referees] as const, ["letters", letters] as const].map(
		([kind, table]) =>
			db
				.update(table)
				.set({ applicantId: to })
				.where(and(eq(table.organisationId, organisationId), eq(table.applicantId, from), alsoIf(kind, table.id))),
	) as Write[]),
	db
		.update(emails)
		.set({ applicantId: to })
		.where(
			and(
				eq(emails.organisationId, organisationId),
				eq(emails.applicantId, from),
				// why: an applicant has one mail of a mailing; what both were written stays where it is.
				sql`NOT EXISTS (SELECT 1 FROM emails AS same WHERE same.organisation_id = ${organisationId}
					AND same.mailing_id = ${emails.mailingId} AND same.applicant_id = ${to})`,
				alsoIf("emails", emails.id),
			),
		),
	db
		.update(modificationEntries)
		.set({ entityId: to })
		.where(
			and(
				eq(modificationEntries.organisationId, organisationId),
				eq(modificationEntries.entity, "applicant"),
				eq(modificationEntries.entityId, from),
				alsoIf("modifications", modificationEntries.id),
			),
		),
	db
		.update(groupCandidates)
		.set({ applicantId: to })
		.where(
			and(
				eq(groupCandidates.organisationId, organisationId),
				eq(groupCandidates.applicantId, from),
				alsoIf("candidates", groupCandidates.id),
			),
		),
];

/** What an entry is called that both have: a change of many at once has one id in the log of each. */
const besideId = (from: string) => `~${from}`;

const writeLogMoved = ({ db, organisationId }: OrgContext, { from, to }: Ends): Write =>
	db
		.update(applicantLog)
		.set({
			applicantId: to,
			id: sql`${applicantLog.id} || iif(EXISTS (SELECT 1 FROM applicant_log AS same
				WHERE same.organisation_id = ${organisationId} AND same.applicant_id = ${to}
					AND same.id = ${applicantLog.id}), ${besideId(from)}, '')`,
		})
		.where(and(eq(applicantLog.organisationId, organisationId), eq(applicantLog.applicantId, from)));

const writeLogBack = ({ db, organisationId }: OrgContext, { from, to }: Ends, moved: SQL): Write => {
	const mark = besideId(to);
	const plainId = sql`replace(${applicantLog.id}, ${mark}, '')`;
	return db
		.update(applicantLog)
		.set({ applicantId: to, id: plainId })
		.where(
			and(
				eq(applicantLog.organisationId, organisationId),
				eq(applicantLog.applicantId, from),
				sql`${plainId} IN ${moved}`,
				// why: of two entries that were called the same, the one that came is the marked one.
				sql`(instr(${applicantLog.id}, ${mark}) > 0 OR NOT EXISTS (SELECT 1 FROM applicant_log AS came
					WHERE came.organisation_id = ${organisationId} AND came.applicant_id = ${from}
						AND came.id = ${applicantLog.id} || ${mark}))`,
			),
		);
};

/** The newest letter is the applicant's (§3 letter). @param otherwise what they have when none was made here */
const writeNewestLetter = ({ db, organisationId }: OrgContext, applicantId: string, otherwise: string | null): Write =>
	db
		.update(applicants)
		.set({
			letterUrl: sql`coalesce((SELECT '/' || ${organisationId} || '/applicants/' || ${applicantId} || '/letters/' || made.id
				FROM letters AS made WHERE made.organisation_id = ${organisationId} AND made.applicant_id = ${applicantId}
				ORDER BY made.created_at DESC, made.rowid DESC LIMIT 1), ${otherwise})`,
		})
		.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId)));
