import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { moveLog, moveLogBack, moveModifications } from "#worker/services/applicants/merged-applicant.writes";
import { moveEmails } from "#worker/services/emails/outcomes.writes";
import { moveFiles } from "#worker/services/forms/merged-form.writes";
import { moveLetters } from "#worker/services/letters/writes";
import { moveReferees } from "#worker/services/referees/writes";
import { moveTransactions, noteTwicePaid, settleOncePaid } from "#worker/services/transactions/writes";
import { moveCandidates } from "#worker/services/uploaded-candidates/candidates.writes";

/** What moves with an applicant, by the kinds of the archive, each by the writes of its own feature. */
const moves = {
	transactions: moveTransactions,
	referees: moveReferees,
	letters: moveLetters,
	emails: moveEmails,
	modifications: moveModifications,
	candidates: moveCandidates,
};

/** An applicant to which rows move, and its form. */
interface Owner {
	id: string;
	formId: string | null;
}

interface Move {
	mergeId: string;
	source: Owner;
	target: Owner;
}

/** Moves everything that belongs to the source of a merge to the target, and the files that it replaces to the source. */
export const writeMoves = (ctx: OrgContext, { mergeId, source, target }: Move): Write[] => [
	...moveRows(ctx, mergeId, { to: target, other: source }),
	moveLog(ctx, { from: source.id, to: target.id }),
	noteTwicePaid(ctx, archivedIn(ctx, mergeId, "transactions")),
];

export const writeMovesBack = (ctx: OrgContext, { mergeId, source, target }: Move): Write[] => [
	...moveRows(ctx, mergeId, { to: source, other: target }),
	moveLogBack(ctx, { from: source.id, to: target.id }),
	settleOncePaid(ctx, archivedIn(ctx, mergeId, "transactions"), "The merge of two applicants was undone."),
];

/** Selects the ids of what a merge has moved. */
const archivedIn = ({ organisationId }: OrgContext, mergeId: string, kind: string) => sql`(SELECT one.value FROM merges
	CROSS JOIN json_each(merges.archive, ${`$.moved.${kind}`}) AS one
	WHERE merges.organisation_id = ${organisationId} AND merges.id = ${mergeId})`;

const moveRows = (ctx: OrgContext, mergeId: string, { to, other }: { to: Owner; other: Owner }): Write[] => {
	const archived = (kind: string) => archivedIn(ctx, mergeId, kind);
	const files = (kind: "attachments" | "replaced", formId: string | null) =>
		formId === null ? [] : [moveFiles(ctx, { to: formId, ids: archived(kind) })];
	return [
		...Object.entries(moves).map(([kind, move]) => move(ctx, { to: to.id, ids: archived(kind) })),
		...files("attachments", to.formId),
		...files("replaced", other.formId),
	];
};
