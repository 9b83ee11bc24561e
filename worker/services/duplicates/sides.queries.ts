import { and, asc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { attachments, formDesignVersions, submissions } from "#worker/database/schema/forms";
import { locations, organisations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import {
	courseOfApplicant,
	locationOfApplicant,
	rowFields,
	stepOfApplicant,
	toRow,
} from "#worker/services/applicants/row.queries";
import type { Side } from "#worker/services/duplicates/contract";
import { allIn } from "#worker/services/duplicates/merges.queries";
import { designOfSubmission } from "#worker/services/forms/queries";
import { applicationOfApplicant, submissionOfApplicant } from "#worker/services/referees/queries";

/** Two applicants with their forms, files and all that hangs on them. Undefined when one of them is not there. */
export const readSides = async (ctx: OrgContext, firstId: string, secondId: string) => {
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
				letterUrl: applicants.letterUrl,
				publicId: applicants.publicId,
				searchText: applicants.searchText,
				data: submissions.data,
				repeats: submissions.repeats,
				percentComplete: submissions.percentComplete,
				formVersion: sql<number | null>`${submissions.version}`.as("form_version"),
				layout: formDesignVersions.layout,
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
	const sideOf = (id: string) => {
		const row = rows.find((one) => one.id === id);
		const own = belongings.find(({ applicantId }) => applicantId === id);
		if (!row || !own) return undefined;
		const { applicantId: _applicantId, ...counts } = own;
		return {
			...row,
			files: files.filter(({ submissionId }) => submissionId === row.submissionId),
			belongings: counts,
		};
	};
	const [first, second] = [sideOf(firstId), sideOf(secondId)];
	return first && second && organisation ? { first, second, organisation } : undefined;
};

type Sides = NonNullable<Awaited<ReturnType<typeof readSides>>>;
/** One of the two, with its form. */
export type ReadSide = Sides["first"];
export type AroundSides = Sides["organisation"];

const readBelongings = ({ db, organisationId }: OrgContext, ids: string) => {
	const counted = (table: string) =>
		sql`(SELECT count(*) FROM ${sql.identifier(table)} WHERE organisation_id = ${organisationId}
			AND applicant_id = side.value)`;
	return db.all<Side["belongings"] & { applicantId: string }>(sql`
		SELECT side.value AS applicantId, ${counted("transactions")} AS transactions, ${counted("referees")} AS referees,
			${counted("letters")} AS letters,
			(SELECT count(*) FROM emails WHERE organisation_id = ${organisationId}
				AND applicant_id IN ${allIn(organisationId, sql`side.value`)}) AS emails,
			(SELECT count(*) FROM attachments WHERE organisation_id = ${organisationId} AND submission_id = (
				SELECT submission_id FROM applicants WHERE organisation_id = ${organisationId} AND id = side.value))
				AS attachments,
			${counted("applicant_log")} AS logEntries
		FROM json_each(${ids}) AS side`);
};

/** A side as the wire has it. */
export const toSide = (side: ReadSide): Side => ({
	...toRow(side),
	hasPhoto: side.photoKey !== null,
	formId: side.submissionId,
	formVersion: side.formVersion,
	percentComplete: side.percentComplete,
	belongings: side.belongings,
});
