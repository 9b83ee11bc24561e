import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { dismissedPairs } from "#worker/database/schema/duplicates";

interface Pair {
	applicationId: string;
	/** The applicant who registered earlier. */
	firstId: string;
	secondId: string;
}

const pairKey = [dismissedPairs.organisationId, dismissedPairs.firstId, dismissedPairs.secondId];

/** Marks two applicants as not duplicates if both exist; the commit counts the row. A trigger deletes their open pair. */
export const writeDismissal = (ctx: OrgContext, { applicationId, firstId, secondId }: Pair): Write => {
	const { organisationId, actor, now } = ctx;
	return (
		insertFrom(
			ctx.db,
			dismissedPairs,
			{
				organisationId,
				applicationId,
				firstId: sql`first.id`,
				secondId: sql`second.id`,
				dismissedBy: actor.id,
				dismissedByName: actor.name,
				dismissedAt: now(),
			},
			sql`FROM applicants AS first CROSS JOIN applicants AS second ON second.organisation_id = ${organisationId}
					AND second.id = ${secondId}
				WHERE first.organisation_id = ${organisationId} AND first.id = ${firstId}`,
		)
			// why: another member of staff may have dismissed the pair a moment before.
			.onConflictDoUpdate({ target: pairKey, set: { dismissedAt: now() } })
	);
};

/** Removes the mark of two applicants as not duplicates; a trigger makes them a pair again if they share a key. */
export const writeDismissalRemoved = (ctx: OrgContext, { firstId, secondId }: Pair): Write =>
	removeDismissals(ctx, sql`${dismissedPairs.firstId} = ${firstId} AND ${dismissedPairs.secondId} = ${secondId}`);

const removeDismissals = ({ db, organisationId }: OrgContext, condition: SQL): Write =>
	db.delete(dismissedPairs).where(and(eq(dismissedPairs.organisationId, organisationId), condition));

/**
 * Gives an applicant the dismissed pairs that a merge archived with its source; one dismissed already stays as it is.
 */
export const writeArchivedDismissals = (
	ctx: OrgContext,
	{ mergeId, ownerId, isTarget }: { mergeId: string; ownerId: string; isTarget: boolean },
): Write => {
	const { organisationId } = ctx;
	const archived = (name: string) => sql`pair.value ->> ${name}`;
	return insertFrom(
		ctx.db,
		dismissedPairs,
		{
			organisationId,
			applicationId: sql`owner.application_id`,
			firstId: sql`iif(owner.seq < other.seq, owner.id, other.id)`,
			secondId: sql`iif(owner.seq < other.seq, other.id, owner.id)`,
			dismissedBy: archived("by"),
			dismissedByName: archived("byName"),
			dismissedAt: archived("at"),
			mergeId: isTarget ? mergeId : archived("mergeId"),
		},
		sql`FROM merges AS merge CROSS JOIN json_each(merge.archive, '$.dismissedPairs') AS pair
			CROSS JOIN applicants AS owner ON owner.organisation_id = ${organisationId} AND owner.id = ${ownerId}
			CROSS JOIN applicants AS other ON other.organisation_id = ${organisationId}
				AND other.id = pair.value ->> 'otherId'
			WHERE merge.organisation_id = ${organisationId} AND merge.id = ${mergeId} AND other.id <> owner.id`,
	).onConflictDoNothing();
};

export const writeInheritedRemoved = (
	ctx: OrgContext,
	{ mergeId, targetId }: { mergeId: string; targetId: string },
): Write =>
	removeDismissals(
		ctx,
		sql`(${dismissedPairs.firstId} = ${targetId} OR ${dismissedPairs.secondId} = ${targetId})
			AND ${dismissedPairs.mergeId} = ${mergeId}`,
	);
