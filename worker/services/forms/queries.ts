import { and, asc, eq, or, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, formDesignVersions, submissions } from "#worker/database/schema/forms";
import type { Submission } from "#worker/services/forms/contract";

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
/** why the rowid: of files uploaded together, the one chosen first comes first. */
export const asChosen = [asc(attachments.createdAt), sql`${attachments}.rowid`];

/** Finds a submission with the layout it was answered with, and its attachments. */
export const findSubmission = async (
	{ db, organisationId }: OrgContext,
	id: string,
): Promise<Submission | undefined> => {
	const [[found], files] = await db.batch([
		db
			.select({
				id: submissions.id,
				applicationKey: applicants.applicationId,
				layout: formDesignVersions.layout,
				data: submissions.data,
				duplicateFields: submissions.repeats,
				percentComplete: submissions.percentComplete,
				submittedAt: submissions.submittedAt,
				updatedAt: submissions.updatedAt,
				version: submissions.version,
			})
			.from(submissions)
			.innerJoin(applicants, applicantOfSubmission)
			.leftJoin(formDesignVersions, designOfSubmission)
			.where(and(eq(submissions.organisationId, organisationId), eq(submissions.id, id))),
		db
			.select({
				id: attachments.id,
				fieldId: attachments.fieldId,
				title: attachments.title,
				section: attachments.section,
				name: attachments.name,
				mimetype: attachments.mimetype,
				size: attachments.size,
			})
			.from(attachments)
			.where(and(eq(attachments.organisationId, organisationId), eq(attachments.submissionId, id)))
			.orderBy(...asChosen),
	]);
	// why: a submission without its layout still shows every answer; it must not become unreadable.
	return found && { ...found, layout: found.layout ?? { sections: [] }, attachments: files };
};

/** Finds an attached file of a submission. A file that a merge moved to another form is found through both forms. */
export const findStoredFile = async (
	{ db, organisationId }: OrgContext,
	{ id, attachmentId }: { id: string; attachmentId: string },
) => {
	const { name, mimetype, size, objectKey } = attachments;
	const [file] = await db
		.select({ name, mimetype, size, objectKey })
		.from(attachments)
		.where(
			and(
				eq(attachments.organisationId, organisationId),
				eq(attachments.id, attachmentId),
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
