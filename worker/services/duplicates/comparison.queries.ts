import { and, asc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { attachments, formDesignVersions, submissions } from "#worker/database/schema/forms";
import { locations, organisations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import { isWithin } from "#worker/database/scope";
import {
	courseOfApplicant,
	locationOfApplicant,
	rowFields,
	stepOfApplicant,
	toRow,
} from "#worker/services/applicants/row.queries";
import type { Side } from "#worker/services/duplicates/contract";
import { withMergedSources } from "#worker/services/duplicates/merges.queries";
import { designOfSubmission, layoutWith, sensitiveOfSubmission } from "#worker/services/forms/queries";
import { applicationOfApplicant, submissionOfApplicant } from "#worker/services/referees/queries";

/** Reads two applicants with their forms, files and belongings. Undefined when one of them does not exist. */
export const readCompared = async (ctx: OrgContext, firstId: string, secondId: string) => {
	const { db, organisationId } = ctx;
	const ids = JSON.stringify([firstId, secondId]);
	const [rows, files, belongings, [organisation]] = await Promise.all([
		db
			.select({
				...rowFields,
				applicationTitle: applications.title,
				workflowId: applications.workflowId,
				stepWorkflowId: sql<string | null>`${workflowSteps.workflowId}`.as("step_workflow_id"),
				reference: applicants.reference,
				submissionId: applicants.submissionId,
				photoKey: applicants.photoKey,
				searchText: applicants.searchText,
				data: submissions.data,
				hidden: submissions.hidden,
				repeats: submissions.repeats,
				percentComplete: submissions.percentComplete,
				formVersion: sql<number | null>`${submissions.version}`.as("form_version"),
				layout: formDesignVersions.layout,
				sensitive: sensitiveOfSubmission,
			})
			.from(applicants)
			.innerJoin(applications, applicationOfApplicant)
			.leftJoin(workflowSteps, stepOfApplicant)
			.leftJoin(courses, courseOfApplicant)
			.leftJoin(locations, locationOfApplicant)
			.leftJoin(submissions, submissionOfApplicant)
			.leftJoin(formDesignVersions, designOfSubmission)
			.where(
				and(
					eq(applicants.organisationId, organisationId),
					sql`${applicants.id} IN (SELECT value FROM json_each(${ids}))`,
					isWithin(ctx, sql`+${applicants.courseId}`),
				),
			),
		db
			.select()
			.from(attachments)
			.where(
				and(
					eq(attachments.organisationId, organisationId),
					sql`${attachments.submissionId} IN (SELECT submission_id FROM applicants
						WHERE organisation_id = ${organisationId} AND id IN (SELECT value FROM json_each(${ids})))`,
				),
			)
			.orderBy(asc(attachments.createdAt), sql`${attachments}.rowid`),
		readBelongings(ctx, ids),
		db
			.select({
				timeZone: organisations.timeZone,
				courseAlias: organisations.courseAlias,
				searchKey: organisations.searchKey,
			})
			.from(organisations)
			.where(eq(organisations.id, organisationId)),
	]);
	const applicantOf = (id: string) => {
		const row = rows.find((one) => one.id === id);
		const counts = belongings.find(({ applicantId }) => applicantId === id);
		if (!row || !counts) return undefined;
		const { applicantId: _applicantId, ...own } = counts;
		const { sensitive, layout, ...applicant } = row;
		const marked = layout && layoutWith(layout, sensitive);
		return {
			...applicant,
			layout: marked,
			files: files.filter(({ submissionId }) => submissionId === row.submissionId),
			belongings: own,
		};
	};
	const [first, second] = [applicantOf(firstId), applicantOf(secondId)];
	return first && second && organisation ? { first, second, organisation } : undefined;
};

type Compared = NonNullable<Awaited<ReturnType<typeof readCompared>>>;
export type ComparedApplicant = Compared["first"];
export type OrganisationSettings = Compared["organisation"];

const readBelongings = ({ db, organisationId }: OrgContext, ids: string) => {
	const counted = (table: string) =>
		sql`(SELECT count(*) FROM ${sql.identifier(table)} WHERE organisation_id = ${organisationId}
			AND applicant_id = side.value)`;
	return db.all<Side["belongings"] & { applicantId: string }>(sql`
		SELECT side.value AS applicantId, ${counted("transactions")} AS transactions, ${counted("referees")} AS referees,
			${counted("letters")} AS letters,
			(SELECT count(*) FROM emails WHERE organisation_id = ${organisationId}
				AND applicant_id IN ${withMergedSources(organisationId, sql`side.value`)}) AS emails,
			(SELECT count(*) FROM attachments WHERE organisation_id = ${organisationId} AND submission_id = (
				SELECT submission_id FROM applicants WHERE organisation_id = ${organisationId} AND id = side.value))
				AS attachments,
			${counted("applicant_log")} AS logEntries
		FROM json_each(${ids}) AS side`);
};

export const toSide = (applicant: ComparedApplicant): Side => ({
	...toRow(applicant),
	hasPhoto: applicant.photoKey !== null,
	formId: applicant.submissionId,
	formVersion: applicant.formVersion,
	percentComplete: applicant.percentComplete,
	belongings: applicant.belongings,
});
