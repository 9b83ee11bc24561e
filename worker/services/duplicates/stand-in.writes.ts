import { and, eq, sql } from "drizzle-orm";
import type { Write } from "#worker/database/commit";
import { writePairsOf } from "#worker/database/duplicate-pairs.writes";
import { writeIdentityKeys } from "#worker/database/identity-keys.writes";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, submissions } from "#worker/database/schema/forms";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import type { OrgContext } from "#worker/http/context";
import type { MergedPair } from "#worker/services/duplicates/merge.writes";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";

type RecordChange = Partial<typeof applicants.$inferInsert>;

/** The record's fields as the table calls them. */
export const toRecordChange = ({ accountEmail, ...rest }: MergedPair["plan"]["record"]): RecordChange => ({
	...rest,
	...(accountEmail !== undefined && { email: accountEmail }),
});

/** The one who is kept: their record, their answers and their files, with what is taken from the other. */
export const writeKept = (
	ctx: OrgContext,
	{ kept, merged, plan }: MergedPair,
	{ words }: { words: string },
): Write[] => [
	writeRecord(ctx, kept.id, {
		...toRecordChange(plan.record),
		...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
		searchText: words,
	}),
	...(plan.form && kept.submissionId ? [writeAnswers(ctx, kept.submissionId, plan.form)] : []),
	...writeFiles(ctx, { ids: plan.files.replaced, from: kept.submissionId, to: merged.submissionId }),
	...writeFiles(ctx, { ids: plan.files.taken, from: merged.submissionId, to: kept.submissionId }),
];

/** An applicant becomes another in something, and was looked at just now. */
export const writeRecord = (
	{ db, organisationId, actor, now }: OrgContext,
	applicantId: string,
	change: RecordChange,
): Write =>
	db
		.update(applicants)
		.set({
			...change,
			lastReviewedAt: now(),
			lastReviewedBy: actor.name,
			version: sql`${applicants.version} + 1`,
			updatedAt: now(),
		})
		.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId)));

export const writeAnswers = (
	{ db, organisationId, now }: OrgContext,
	submissionId: string,
	answers: Pick<typeof submissions.$inferInsert, "data" | "repeats" | "percentComplete">,
): Write =>
	db
		.update(submissions)
		.set({ ...answers, version: sql`${submissions.version} + 1`, updatedAt: now() })
		.where(and(eq(submissions.organisationId, organisationId), eq(submissions.id, submissionId)));

/** Files go from one form to another; they lie where they lay. */
export const writeFiles = (
	{ db, organisationId }: OrgContext,
	{ ids, from, to }: { ids: readonly string[]; from: string | null; to: string | null },
): Write[] => {
	if (ids.length === 0 || from === null || to === null) return [];
	return [
		db
			.update(attachments)
			.set({ submissionId: to })
			.where(
				and(
					eq(attachments.organisationId, organisationId),
					eq(attachments.submissionId, from),
					sql`+${attachments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
				),
			),
	];
};

/**
 * The one who goes is no longer there, and the one who is kept is known by what both were.
 *
 * @param keys by what the one who is kept is known by themselves
 */
export const writeMergedGone = (ctx: OrgContext, { kept, merged }: MergedPair, keys: readonly string[]): Write[] => {
	const { db, organisationId } = ctx;
	const scope = kept.applicationId;
	return [
		db.delete(applicants).where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, merged.id))),
		db.delete(identityKeys).where(isKeyOf(organisationId, scope, merged)),
		...writeIdentityKeys(ctx, { scope, ownerId: kept.id, keys }),
		writePairsOf(db, [[organisationId, scope, kept.id]]),
	];
};

const isKeyOf = (organisationId: string, scope: string, { id }: Pick<ReadSide, "id">) =>
	and(eq(identityKeys.organisationId, organisationId), eq(identityKeys.scope, scope), eq(identityKeys.ownerId, id));
