import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { applicants, letters } from "#worker/database/schema/applicants";
import { templates, workflowSteps } from "#worker/database/schema/workflows";
import { type Letter, maxLetters } from "#worker/services/letters/contract";

/** Reads an applicant's letters, newest first; undefined when there is no such applicant. */
export const readLetters = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
): Promise<Letter[] | undefined> => {
	const { id, templateName, stageName, size, createdByName, createdAt } = letters;
	const [[applicant], rows] = await db.batch([
		db
			.select({ id: applicants.id })
			.from(applicants)
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId))),
		db
			.select({ id, templateName, stageName, size, createdByName, createdAt })
			.from(letters)
			.where(and(eq(letters.organisationId, organisationId), eq(letters.applicantId, applicantId)))
			.orderBy(desc(createdAt), desc(sql`${letters}.rowid`))
			.limit(maxLetters),
	]);
	return applicant && rows;
};

/** Finds one letter of an applicant in the store. */
export const findStoredLetter = async (
	{ db, organisationId }: OrgContext,
	{ id, letterId }: { id: string; letterId: string },
) => {
	const [found] = await db
		.select({
			objectKey: letters.objectKey,
			size: letters.size,
			templateName: letters.templateName,
			applicationNumber: applicants.applicationNumber,
		})
		.from(letters)
		.innerJoin(
			applicants,
			and(eq(applicants.organisationId, letters.organisationId), eq(applicants.id, letters.applicantId)),
		)
		.where(and(eq(letters.organisationId, organisationId), eq(letters.id, letterId), eq(letters.applicantId, id)));
	if (!found) return undefined;
	const { templateName, applicationNumber, ...stored } = found;
	const name = `${applicationNumber.replaceAll("/", "-")} ${templateName}.pdf`;
	return { ...stored, name, mimetype: "application/pdf" };
};

/** Finds the document template of a step, if it is in use. */
export const findTemplateOfStep = async (db: Database, organisationId: string, stepId: string) => {
	const [found] = await db
		.select({ templateId: templates.id, stageType: workflowSteps.type })
		.from(workflowSteps)
		.innerJoin(
			templates,
			and(
				eq(templates.organisationId, workflowSteps.organisationId),
				eq(templates.id, workflowSteps.pdfTemplateId),
				eq(templates.type, "document"),
				eq(templates.active, true),
			),
		)
		.where(and(eq(workflowSteps.organisationId, organisationId), eq(workflowSteps.id, stepId)));
	return found;
};
