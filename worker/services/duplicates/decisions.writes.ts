import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { duplicatePairs } from "#worker/database/schema/duplicates";

interface Two {
	applicationId: string;
	/** Who registered earlier. */
	firstId: string;
	secondId: string;
}

const isPair = (organisationId: string, { firstId, secondId }: Two): SQL | undefined =>
	and(
		eq(duplicatePairs.organisationId, organisationId),
		eq(duplicatePairs.firstId, firstId),
		eq(duplicatePairs.secondId, secondId),
	);

/**
 * The two are two persons, if both are there; the commit counts it. why an upsert: they may be told apart before anything
 * alike was found.
 */
export const writeDecision = ({ db, organisationId, actor, now }: OrgContext, two: Two): Write => {
	const decision = { decidedBy: actor.id, decidedByName: actor.name, decidedAt: now() };
	return insertFrom(
		db,
		duplicatePairs,
		{
			organisationId,
			applicationId: two.applicationId,
			firstId: sql`first.id`,
			secondId: sql`second.id`,
			strength: 0,
			foundAt: now(),
			...decision,
		},
		sql`FROM applicants AS first CROSS JOIN applicants AS second ON second.organisation_id = ${organisationId}
				AND second.id = ${two.secondId}
			WHERE first.organisation_id = ${organisationId} AND first.id = ${two.firstId}`,
	).onConflictDoUpdate({
		target: [duplicatePairs.organisationId, duplicatePairs.firstId, duplicatePairs.secondId],
		set: decision,
	});
};

/** Nobody has said so any longer; two who share nothing are no pair. */
export const writeUnlikeGone = ({ db, organisationId }: OrgContext, two: Two): Write[] => [
	db
		.update(duplicatePairs)
		.set({ decidedBy: null, decidedByName: null, decidedAt: null })
		.where(isPair(organisationId, two)),
	db.delete(duplicatePairs).where(and(isPair(organisationId, two), lte(duplicatePairs.strength, sql`0`))),
];
