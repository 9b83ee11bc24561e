import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { updateApplicants } from "#worker/services/applicants/applicant.writes";
import { deleteApplicant } from "#worker/services/applicants/merged-applicant.writes";
import { writeArchivedDismissals } from "#worker/services/duplicates/dismissed-pairs.writes";
import { removeIdentityKeys, writeIdentityKeys } from "#worker/services/duplicates/identity-keys.writes";
import type { PlannedMerge } from "#worker/services/duplicates/merge.writes";
import { insertFormLike, replaceAnswers } from "#worker/services/forms/merged-form.writes";

/** An SQL expression: the address of an applicant's newest letter (§3 letter). @param otherwise when there is none */
export const newestLetterUrl = ({ organisationId }: OrgContext, applicantId: string, otherwise: SQL): SQL =>
	sql`coalesce((SELECT '/' || ${organisationId} || '/applicants/' || ${applicantId} || '/letters/' || made.id
		FROM letters AS made WHERE made.organisation_id = ${organisationId} AND made.applicant_id = ${applicantId}
		ORDER BY made.created_at DESC, made.rowid DESC LIMIT 1), ${otherwise})`;

/** Gives the target the values and answers that it takes from the source, and the newest letter of both. */
export const writeTarget = (
	ctx: OrgContext,
	{ target, source, plan }: PlannedMerge,
	{ formId, searchText }: { formId: string | null; searchText: string },
): Write[] => {
	const { accountEmail, ...record } = plan.record;
	return [
		updateApplicants(ctx, [{ id: target.id }], {
			set: {
				...record,
				...(accountEmail !== undefined && { email: accountEmail }),
				...(plan.photoKey !== undefined && { photoKey: plan.photoKey }),
				submissionId: formId,
				letterUrl: newestLetterUrl(ctx, target.id, sql`letter_url`),
				searchText,
			},
		}),
		...(plan.form && formId
			? [
					// why a new form like the source's, not the source's own: an undo gives that back as it was.
					target.submissionId
						? replaceAnswers(ctx, formId, plan.form)
						: insertFormLike(ctx, source.submissionId, { ...plan.form, id: formId, applicantId: target.id }),
				]
			: []),
	];
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
	const scope = target.applicationId;
	return [
		deleteApplicant(ctx, source.id),
		removeIdentityKeys(ctx, scope, { owners: [source.id] }),
		...writeIdentityKeys(ctx, { scope, ownerId: target.id, keys }),
		writeArchivedDismissals(ctx, { mergeId, ownerId: target.id, isTarget: true }),
	];
};
