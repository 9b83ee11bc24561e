import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, submissions } from "#worker/database/schema/forms";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { writePairsOf } from "#worker/services/duplicates/duplicate-pairs.writes";
import { writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { MergedPair } from "#worker/services/duplicates/merge.writes";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";
import { writeToldApart } from "#worker/services/duplicates/told-apart.writes";

type RecordChange = Partial<typeof applicants.$inferInsert>;

/** The record's fields as the table calls them. */
export const toRecordChange = ({ accountEmail, ...rest }: MergedPair["plan"]["record"]): RecordChange => ({
	...rest,
	...(accountEmail !== undefined && { email: accountEmail }),
});

/** The one who is kept: their record, their answers and their files, with what is taken from the other. */
export const writeKept = (
	ctx: OrgContext,
	{ mergeId, kept, merged, plan }: MergedPair,
	{ words }: { words: string },
): Write[] => {
	const formId = kept.submissionId ?? (plan.form && mergeId);
	const idsOf = (files: ReadSide["files"]) => files.map(({ id }) => id);
	return [
		writeRecord(ctx, kept.id, {
			...toRecordChange(plan.record),
			...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
			submissionId: formId,
			searchText: words,
		}),
		...(plan.form && formId
			? [
					kept.submissionId
						? writeAnswers(ctx, formId, plan.form)
						: writeNewForm(ctx, { formId, kept, merged }, plan.form),
				]
			: []),
		...writeFiles(ctx, { ids: idsOf(plan.files.replaced), from: kept.submissionId, to: merged.submissionId }),
		...writeFiles(ctx, { ids: idsOf(plan.files.taken), from: merged.submissionId, to: formId }),
	];
};

type Answers = Pick<typeof submissions.$inferInsert, "data" | "repeats" | "percentComplete">;

/**
 * Who has no form gets one like the other's, for what they take. why not the other's own: an undo wants that as it was.
 *
 * @param formId the merge's own id, by which a form that a merge gave is known
 */
const writeNewForm = (
	{ db, organisationId, now }: OrgContext,
	{ formId, kept, merged }: Pick<MergedPair, "kept" | "merged"> & { formId: string },
	{ data, repeats, percentComplete }: Answers,
): Write =>
	db.insert(submissions).select(sql`
		SELECT ${organisationId}, ${formId}, ${kept.id}, form_design_id, design_version, ${JSON.stringify(data)},
			${JSON.stringify(repeats)}, ${percentComplete}, 1, submitted_at, ${now()}
		FROM submissions WHERE organisation_id = ${organisationId} AND id = ${merged.submissionId}`);

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

export const writeAnswers = ({ db, organisationId, now }: OrgContext, submissionId: string, answers: Answers): Write =>
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
export const writeMergedGone = (
	ctx: OrgContext,
	{ mergeId, kept, merged }: MergedPair,
	keys: readonly string[],
): Write[] => {
	const { db, organisationId } = ctx;
	const scope = kept.applicationId;
	return [
		db.delete(applicants).where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, merged.id))),
		db.delete(identityKeys).where(isKeyOf(organisationId, scope, merged)),
		...writeIdentityKeys(ctx, { scope, ownerId: kept.id, keys }),
		writePairsOf(db, [[organisationId, scope, kept.id]]),
		writeToldApart(ctx, mergeId),
	];
};

const isKeyOf = (organisationId: string, scope: string, { id }: Pick<ReadSide, "id">) =>
	and(eq(identityKeys.organisationId, organisationId), eq(identityKeys.scope, scope), eq(identityKeys.ownerId, id));
