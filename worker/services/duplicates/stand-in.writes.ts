import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { applicants } from "#worker/database/schema/applicants";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { deleteApplicant } from "#worker/services/applicants/merged-applicant.writes";
import { writePairsOf } from "#worker/services/duplicates/duplicate-pairs.writes";
import { removeIdentityKeys, writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { MergedPair } from "#worker/services/duplicates/merge.writes";
import type { ReadSide } from "#worker/services/duplicates/sides.queries";
import { writeToldApart } from "#worker/services/duplicates/told-apart.writes";
import { insertFormLike, moveFiles, replaceAnswers } from "#worker/services/forms/merged-form.writes";

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
		updateApplicants(ctx, [{ id: kept.id }], {
			set: {
				...toRecordChange(plan.record),
				...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
				submissionId: formId,
				searchText: words,
			},
		}),
		...(plan.form && formId
			? [
					// why not the other's own form: an undo wants that as it was. The merge's id marks a form that it gave.
					kept.submissionId
						? replaceAnswers(ctx, formId, plan.form)
						: insertFormLike(ctx, merged.submissionId, { ...plan.form, id: formId, applicantId: kept.id }),
				]
			: []),
		...moveFiles(ctx, { ids: idsOf(plan.files.replaced), from: kept.submissionId, to: merged.submissionId }),
		...moveFiles(ctx, { ids: idsOf(plan.files.taken), from: merged.submissionId, to: formId }),
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
	const scope = kept.applicationId;
	return [
		deleteApplicant(ctx, merged.id),
		removeIdentityKeys(ctx, scope, { owners: [merged.id] }),
		...writeIdentityKeys(ctx, { scope, ownerId: kept.id, keys }),
		writePairsOf(ctx.db, [[ctx.organisationId, scope, kept.id]]),
		writeToldApart(ctx, mergeId),
	];
};
