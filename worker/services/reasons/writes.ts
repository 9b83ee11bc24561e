import { and, eq, notExists, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import { withKeys } from "#worker/database/folded";
import { insertFrom } from "#worker/database/insert-from";
import { reasonCounts, reasons } from "#worker/database/schema/reasons";
import { isVersion, nextVersion } from "#worker/database/seen-version";
import { subscriber } from "#worker/events/subscriber";

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
	version: number | undefined,
): Write =>
	db
		.update(reasons)
		.set({ ...withKeys(reasons, { text, isPrivate, active }), updatedAt: nextVersion(reasons.updatedAt, now()) })
		.where(and(eq(reasons.organisationId, organisationId), eq(reasons.id, id), isVersion(reasons.updatedAt, version)));

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

/** Counts applicants by reason and stage, without undone changes. why below zero: events come in any order. */
export const countedReasons = subscriber(
	"reason-counts",
	["applicants.stage_changed", "applicants.stage_change_undone"],
	({ db, organisationId }, event) => {
		const isUndone = event.type === "applicants.stage_change_undone";
		const reasonId = isUndone
			? sql`(SELECT input ->> '$.reasonId' FROM runs
				WHERE organisation_id = ${organisationId} AND id = ${event.payload.runId})`
			: sql`${event.payload.reasonId ?? null}`;
		const { applicantIds, stepId } = event.payload;
		if (!isUndone && !event.payload.reasonId) return { writes: [] };
		const counted = insertFrom(
			db,
			reasonCounts,
			{
				organisationId,
				applicationId: sql`applicant.application_id`,
				reasonId: sql`given.reason_id`,
				stepId,
				courseId: sql`applicant.course_id`,
				applicants: isUndone ? sql`-count(*)` : sql`count(*)`,
			},
			sql`FROM (SELECT ${reasonId} AS reason_id) AS given
				CROSS JOIN json_each(${JSON.stringify(applicantIds)}) AS moved
				CROSS JOIN applicants AS applicant
					ON applicant.organisation_id = ${organisationId} AND applicant.id = moved.value
				WHERE given.reason_id IS NOT NULL
				GROUP BY applicant.application_id, applicant.course_id`,
		).onConflictDoUpdate({
			target: [
				...([reasonCounts.organisationId, reasonCounts.applicationId, reasonCounts.reasonId] as const),
				...([reasonCounts.stepId, reasonCounts.courseId] as const),
			],
			set: { applicants: sql`${reasonCounts.applicants} + excluded.applicants` },
		});
		return { writes: [counted], topics: [topicOf("reasons")] };
	},
);
