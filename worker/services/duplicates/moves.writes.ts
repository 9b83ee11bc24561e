import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { annotateApplicants } from "#worker/services/applicants/applicant.writes";
import {
	moveLog,
	moveLogBack,
	moveModifications,
	type Reassignment,
} from "#worker/services/applicants/merged-applicant.writes";
import type { MergedPair } from "#worker/services/duplicates/merge.writes";
import { moveEmails } from "#worker/services/emails/outcomes.writes";
import { moveLetters } from "#worker/services/letters/writes";
import { moveReferees } from "#worker/services/referees/writes";
import { moveTransactions } from "#worker/services/transactions/writes";
import { moveCandidates } from "#worker/services/uploaded-candidates/candidates.writes";

/** What moves with an applicant, each by the writes of its own feature. */
const moves = {
	transactions: moveTransactions,
	referees: moveReferees,
	letters: moveLetters,
	emails: moveEmails,
	modifications: moveModifications,
	candidates: moveCandidates,
};

/** Moves everything of the one who is merged to the one who is kept. */
export const writeMoves = (ctx: OrgContext, { kept, merged }: Pick<MergedPair, "kept" | "merged">): Write[] => {
	const ends = { from: merged.id, to: kept.id };
	return [
		...Object.values(moves).map((move) => move(ctx, ends)),
		moveLog(ctx, ends),
		writeNewestLetter(ctx, kept.id, kept.letterUrl),
	];
};

/** Moves what came with a merge, and is still with the one who was kept, back. */
export const writeMovesBack = (
	ctx: OrgContext,
	{ from, to, mergeId, letterUrl }: Reassignment & { mergeId: string; letterUrl: string | null },
): Write[] => {
	const moved = (kind: string) => sql`(SELECT one.value FROM merges
		CROSS JOIN json_each(merges.moved, ${`$.${kind}`}) AS one
		WHERE merges.organisation_id = ${ctx.organisationId} AND merges.id = ${mergeId})`;
	return [
		...Object.entries(moves).map(([kind, move]) => move(ctx, { from, to, only: moved(kind) })),
		moveLogBack(ctx, { from, to, only: moved("logEntries") }),
		writeNewestLetter(ctx, from, letterUrl),
	];
};

/** Makes the newest letter the applicant's (§3 letter). @param otherwise what they have when none was made here */
const writeNewestLetter = (ctx: OrgContext, applicantId: string, otherwise: string | null): Write => {
	const { organisationId } = ctx;
	const newest = sql`(SELECT '/' || ${organisationId} || '/applicants/' || ${applicantId} || '/letters/' || made.id
		FROM letters AS made WHERE made.organisation_id = ${organisationId} AND made.applicant_id = ${applicantId}
		ORDER BY made.created_at DESC, made.rowid DESC LIMIT 1)`;
	return annotateApplicants(ctx, [{ id: applicantId }], { set: { letterUrl: sql`coalesce(${newest}, ${otherwise})` } });
};
