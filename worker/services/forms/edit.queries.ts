import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { attachments, formDesignVersions, formDrafts, submissions } from "#worker/database/schema/forms";
import { events } from "#worker/database/schema/records";
import { workflowSteps } from "#worker/database/schema/workflows";
import {
	applicantOfSubmission,
	asChosen,
	designOfSubmission,
	layoutWith,
	sensitiveOfSubmission,
} from "#worker/services/forms/queries";

/** A form as an edit starts from it: its answers and files, its applicant, and the actor's draft. */
export const findFormToEdit = async ({ db, organisationId, actor }: OrgContext, id: string) => {
	const [[found], files, [draft]] = await db.batch([
		db
			.select({
				id: submissions.id,
				applicationKey: applicants.applicationId,
				layout: formDesignVersions.layout,
				sensitive: sensitiveOfSubmission,
				data: submissions.data,
				duplicateFields: submissions.repeats,
				percentComplete: submissions.percentComplete,
				submittedAt: submissions.submittedAt,
				updatedAt: submissions.updatedAt,
				version: submissions.version,
				applicantId: applicants.id,
				photoKey: applicants.photoKey,
				firstName: applicants.firstName,
				middleName: applicants.middleName,
				lastName: applicants.lastName,
				email: applicants.email,
				courseId: applicants.courseId,
				stepId: applicants.stepId,
				stageName: workflowSteps.name,
				lastReviewedBy: applicants.lastReviewedBy,
			})
			.from(submissions)
			.innerJoin(applicants, applicantOfSubmission)
			.leftJoin(
				workflowSteps,
				and(eq(workflowSteps.organisationId, applicants.organisationId), eq(workflowSteps.id, applicants.stepId)),
			)
			.leftJoin(formDesignVersions, designOfSubmission)
			.where(and(eq(submissions.organisationId, organisationId), eq(submissions.id, id))),
		db
			.select()
			.from(attachments)
			.where(and(eq(attachments.organisationId, organisationId), eq(attachments.submissionId, id)))
			.orderBy(...asChosen),
		db
			.select()
			.from(formDrafts)
			.where(
				and(
					eq(formDrafts.organisationId, organisationId),
					eq(formDrafts.userId, actor.id),
					eq(formDrafts.submissionId, id),
				),
			),
	]);
	if (!found) return undefined;
	const { sensitive, layout, ...form } = found;
	return { ...form, layout: layoutWith(layout, sensitive), attachments: files, draft };
};
export type FormToEdit = NonNullable<Awaited<ReturnType<typeof findFormToEdit>>>;
export type DraftRow = NonNullable<FormToEdit["draft"]>;
/** A file in the store that belongs to a draft or is about to be attached. */
export type StoredFile = DraftRow["files"][number];

/**
 * Finds the step that an applicant at the first one comes to by handing in a form; undefined for others, which staff have
 * moved on, and in workflows without one.
 */
export const findStepOfSubmitted = async ({ db, organisationId }: OrgContext, stepId: string) => {
	const [found] = await db.all<{ id: string; name: string }>(sql`
		SELECT submitted.id, submitted.name FROM workflow_steps AS current
		CROSS JOIN workflow_steps AS submitted ON submitted.organisation_id = ${organisationId}
			AND submitted.workflow_id = current.workflow_id AND submitted.type = 'SUBMITTED'
		WHERE current.organisation_id = ${organisationId} AND current.id = ${stepId} AND current.type = 'REGISTRATION'
		ORDER BY submitted.position LIMIT 1`);
	return found;
};

/** Finds who changed the answers of an applicant last; null when nobody has. */
export const findLastEditor = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
): Promise<string | null> => {
	const [last] = await db
		.select({ by: applicantLog.reviewedBy })
		.from(applicantLog)
		.innerJoin(events, and(eq(events.organisationId, applicantLog.organisationId), eq(events.id, applicantLog.id)))
		.where(
			and(
				eq(applicantLog.organisationId, organisationId),
				eq(applicantLog.applicantId, applicantId),
				eq(events.type, "applicants.form_updated"),
			),
		)
		.orderBy(desc(applicantLog.createdAt))
		.limit(1);
	return last?.by ?? null;
};
