import { and, eq, notExists, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { reasonCounts, reasons } from "#worker/database/schema/reasons";

type Reason = typeof reasons.$inferInsert;

/** Adds a reason, while there are fewer than the limit. */
export const insertReason = (
	{ db, organisationId, now }: OrgContext,
	{ id, text, isPrivate }: Pick<Reason, "id" | "text" | "isPrivate">,
	most: number,
): Write =>
	insertFrom(
		db,
		reasons,
		{ organisationId, id, text, isPrivate, createdAt: now(), updatedAt: now() },
		sql`WHERE (SELECT count(*) FROM reasons WHERE organisation_id = ${organisationId}) < ${most}`,
	);

export const changeReason = (
	{ db, organisationId, now }: OrgContext,
	id: string,
	{ text, isPrivate, active }: Pick<Reason, "text" | "isPrivate" | "active">,
): Write =>
	db
		.update(reasons)
		.set({ text, isPrivate, active, updatedAt: now() })
		.where(and(eq(reasons.organisationId, organisationId), eq(reasons.id, id)));

/** Deletes a reason that was never given. */
export const deleteUnusedReason = ({ db, organisationId }: OrgContext, id: string): Write =>
	db.delete(reasons).where(
		and(
			eq(reasons.organisationId, organisationId),
			eq(reasons.id, id),
			notExists(
				db
					.select({ one: sql`1` })
					.from(reasonCounts)
					.where(and(eq(reasonCounts.organisationId, organisationId), eq(reasonCounts.reasonId, id))),
			),
		),
	);
