import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { applicants } from "#worker/database/schema/applicants";
import { submissions } from "#worker/database/schema/forms";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { newestLetterUrl } from "#worker/services/duplicates/belongings.writes";
import { writeArchivedDismissals } from "#worker/services/duplicates/dismissed-pairs.writes";
import { writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { PlannedMerge } from "#worker/services/duplicates/merge.writes";

/** Gives the target the values and answers that it takes from the source, and the newest letter of both. */
export const writeTarget = (
	ctx: OrgContext,
	merge: PlannedMerge,
	{ formId, searchText }: { formId: string | null; searchText: string },
): Write[] => {
	const { db, organisationId, actor, now } = ctx;
	const { target, plan } = merge;
	const { accountEmail, ...record } = plan.record;
	return [
		db
			.update(applicants)
			.set({
				...record,
				...(accountEmail !== undefined && { email: accountEmail }),
				...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
				submissionId: formId,
				letterUrl: newestLetterUrl(organisationId, target.id, sql`${applicants.letterUrl}`),
				searchText,
				lastReviewedAt: now(),
				lastReviewedBy: actor.name,
				version: sql`${applicants.version} + 1`,
				updatedAt: now(),
			})
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, target.id))),
		...(plan.form && formId ? [writeForm(ctx, merge, formId, plan.form)] : []),
	];
};

/**
 * Writes the target's answers. A target without a form gets a new one like the source's.
 * why not the source's own: an undo gives that back as it was.
 */
const writeForm = (
	ctx: OrgContext,
	{ target, source }: PlannedMerge,
	formId: string,
	form: NonNullable<PlannedMerge["plan"]["form"]>,
): Write => {
	const { db, organisationId, now } = ctx;
	if (target.submissionId)
		return db
			.update(submissions)
			.set({ ...form, version: sql`${submissions.version} + 1`, updatedAt: now() })
			.where(and(eq(submissions.organisationId, organisationId), eq(submissions.id, formId)));
	return insertFrom(ctx, submissions, {
		values: {
			...{ organisationId, id: formId, applicantId: target.id, version: 1, updatedAt: now() },
			...{ data: JSON.stringify(form.data), repeats: JSON.stringify(form.repeats) },
			percentComplete: form.percentComplete,
			...{ formDesignId: sql`form_design_id`, designVersion: sql`design_version`, submittedAt: sql`submitted_at` },
		},
		from: sql`FROM submissions WHERE organisation_id = ${organisationId} AND id = ${source.submissionId}`,
	});
};

/**
 * Deletes the source's row, which the merge has archived, and gives its identity keys and dismissed pairs to the target.
 *
 * @param keys the target's own identity keys
 */
export const writeSourceArchived = (
	ctx: OrgContext,
	{ mergeId, target, source }: PlannedMerge,
	keys: readonly string[],
): Write[] => {
	const { db, organisationId } = ctx;
	const scope = target.applicationId;
	return [
		db.delete(applicants).where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, source.id))),
		db
			.delete(identityKeys)
			.where(
				and(
					eq(identityKeys.organisationId, organisationId),
					eq(identityKeys.scope, scope),
					eq(identityKeys.ownerId, source.id),
				),
			),
		...writeIdentityKeys(ctx, { scope, ownerId: target.id, keys }),
		writeArchivedDismissals(ctx, { mergeId, ownerId: target.id, isTarget: true }),
	];
};
