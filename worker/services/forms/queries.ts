import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { markSensitive, maskAnswers } from "#worker/contract/forms/sensitive";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, formDesignVersions, submissions } from "#worker/database/schema/forms";
import type { MaskedSubmission, OpenedSubmission, Submission } from "#worker/services/forms/contract";

export const applicantOfSubmission = and(
	eq(applicants.organisationId, submissions.organisationId),
	eq(applicants.id, submissions.applicantId),
);
/** The layout of the answered version. */
export const designOfSubmission = and(
	eq(formDesignVersions.organisationId, submissions.organisationId),
	eq(formDesignVersions.formDesignId, submissions.formDesignId),
	eq(formDesignVersions.version, submissions.designVersion),
);
/** The ids of the sensitive fields of a submission's form, as JSON: what is published last says it for all versions. */
export const sensitiveOfSubmission = sql<string>`(SELECT json_group_array(field_id) FROM sensitive_fields
	WHERE organisation_id = submissions.organisation_id AND form_design_id = submissions.form_design_id)`.as("sensitive");

/** Returns the layout of a submission, its sensitive fields marked; an empty one where it has none. */
export const layoutWith = (layout: FormLayout | null, sensitive: string): FormLayout =>
	// why: a submission without its layout still shows every answer; it must not become unreadable.
	markSensitive(layout ?? { sections: [] }, JSON.parse(sensitive));
/** why the rowid: of files uploaded together, the one chosen first comes first. */
export const asChosen = [asc(attachments.createdAt), sql`${attachments}.rowid`];

type FoundSubmission = Omit<Submission, "layout" | "data" | "duplicateFields" | "attachments"> &
	Record<"data" | "repeats" | "sensitive", string> & { layout: string | null };

/** Finds the form that an applicant submitted. */
export const findSubmissionOf = (ctx: OrgContext, applicantId: string): Promise<Submission | undefined> =>
	findSubmission(
		ctx,
		sql`(SELECT submission_id FROM applicants WHERE organisation_id = ${ctx.organisationId} AND id = ${applicantId})`,
	);

/**
 * Finds a submission with the layout it was answered with, and its attachments. why plain SQL: every open applicant
 * asks, and drizzle takes as long to build the two as SQLite to run them.
 */
export const findSubmission = async (
	{ db, organisationId }: OrgContext,
	id: string | SQL,
): Promise<Submission | undefined> => {
	const [[found], files] = await Promise.all([
		db.all<FoundSubmission>(sql`
			SELECT submissions.id, applicants.application_id AS applicationKey, versions.layout, submissions.data,
				${sensitiveOfSubmission.sql} AS sensitive, submissions.repeats, submissions.percent_complete AS percentComplete,
				submissions.submitted_at AS submittedAt, submissions.updated_at AS updatedAt, submissions.version
			FROM submissions
			JOIN applicants ON applicants.organisation_id = submissions.organisation_id
				AND applicants.id = submissions.applicant_id
			LEFT JOIN form_design_versions AS versions ON versions.organisation_id = submissions.organisation_id
				AND versions.form_design_id = submissions.form_design_id AND versions.version = submissions.design_version
			WHERE submissions.organisation_id = ${organisationId} AND submissions.id = ${id}`),
		db.all<Submission["attachments"][number]>(sql`
			SELECT id, field_id AS fieldId, title, section, name, mimetype, size FROM attachments
			WHERE organisation_id = ${organisationId} AND submission_id = ${id} ORDER BY created_at, rowid`),
	]);
	if (!found) return undefined;
	const { layout, data, repeats, sensitive, ...submission } = found;
	return {
		...submission,
		layout: layoutWith(layout === null ? null : JSON.parse(layout), sensitive),
		data: JSON.parse(data),
		duplicateFields: JSON.parse(repeats),
		attachments: files,
	};
};

/** Returns the submission as it is shown: its sensitive answers masked, and named. */
export const masked = (submission: Submission): MaskedSubmission => ({
	...submission,
	...maskAnswers(submission.layout, submission.data),
});

/** Returns the masked submission with the short label of each file's field and the path of its bytes (§3 Attachment). */
export const opened = (submission: Submission): OpenedSubmission => ({
	...masked(submission),
	attachments: submission.attachments.map((file) => ({
		...file,
		attachmentId: file.id,
		alternateLabel: alternateLabelIn(submission.layout, file.fieldId),
		data: `/api/forms/${submission.id}/attachments/${file.id}`,
	})),
});

/** Returns the short label of a field, also of one in a repeat, whose id begins with the field's. */
const alternateLabelIn = ({ sections }: Submission["layout"], fieldId: string): string | null => {
	const cols = sections.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
	const col = cols.find((one) => fieldId === one.fieldId) ?? cols.find((one) => fieldId.startsWith(`${one.fieldId}__`));
	return col?.props.alternateLabel ?? null;
};

/**
 * Finds an attached file of a submission. A file that a merge moved to another form is found through both forms.
 * @param applicantId whose form the submission must be
 */
export const findStoredFile = async (
	{ db, organisationId }: OrgContext,
	{ id, attachmentId, applicantId }: { id: string; attachmentId: string; applicantId?: string | undefined },
) => {
	const { name, mimetype, size, objectKey } = attachments;
	const [file] = await db
		.select({ name, mimetype, size, objectKey })
		.from(attachments)
		.where(
			and(
				eq(attachments.organisationId, organisationId),
				eq(attachments.id, attachmentId),
				applicantId === undefined
					? undefined
					: sql`EXISTS (SELECT 1 FROM submissions AS named WHERE named.organisation_id = ${organisationId}
						AND named.id = ${id} AND named.applicant_id = ${applicantId})`,
				or(
					eq(attachments.submissionId, id),
					sql`EXISTS (SELECT 1 FROM submissions AS asked CROSS JOIN submissions AS holder
						ON holder.organisation_id = ${organisationId} AND holder.id = ${attachments.submissionId}
						CROSS JOIN merges ON merges.organisation_id = ${organisationId} AND merges.target_id = holder.applicant_id
							AND merges.source_id = asked.applicant_id AND merges.undone_at IS NULL
						WHERE asked.organisation_id = ${organisationId} AND asked.id = ${id})`,
				),
			),
		);
	return file;
};
