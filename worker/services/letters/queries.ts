import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { applicants, letters } from "#worker/database/schema/applicants";
import { templates, workflowSteps } from "#worker/database/schema/workflows";
import { andWithin } from "#worker/database/scope";
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

/** A letter as a file with a name. */
export interface LetterFile {
	id: string;
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
}

/** Finds letters by id. */
export const findLetterFiles = async (
	{ db, organisationId }: OrgContext,
	ids: readonly string[],
): Promise<ReadonlyMap<string, LetterFile & { applicantId: string }>> => {
	if (ids.length === 0) return new Map();
	const rows = await db
		.select({
			id: letters.id,
			applicantId: letters.applicantId,
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
		.where(
			and(
				eq(letters.organisationId, organisationId),
				sql`${letters.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
			),
		);
	return new Map(
		rows.map(({ templateName, applicationNumber, ...stored }) => {
			const name = `${applicationNumber.replaceAll("/", "-")} ${templateName}.pdf`;
			return [stored.id, { ...stored, name, mimetype: "application/pdf" }];
		}),
	);
};

export const findStoredLetter = async (
	ctx: OrgContext,
	{ id, letterId }: { id: string; letterId: string },
): Promise<LetterFile | undefined> => {
	const found = (await findLetterFiles(ctx, [letterId])).get(letterId);
	return found?.applicantId === id ? found : undefined;
};

/** Selects the id of the letter in force of the row `applicant`; null without one. */
export const letterInForce = (organisationId: string): SQL => sql`(
	SELECT letter.id FROM letters AS letter WHERE letter.organisation_id = ${organisationId}
		AND letter.applicant_id = applicant.id AND applicant.letter_url LIKE '%/' || letter.id)`;

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

/** Applicants by id, or as rows of `seq`. */
type Among = { ids: readonly string[] } | { listed: SQL };

interface Made {
	templateId: string;
	/** UTC milliseconds. */
	since: number;
}

/** Selects those whose letter in force was made from the template since then, for their current stage. */
const fromLettered = (ctx: OrgContext, among: Among, { templateId, since }: Made): SQL => {
	const { organisationId } = ctx;
	const chosen =
		"ids" in among
			? sql`json_each(${JSON.stringify(among.ids)}) AS chosen CROSS JOIN applicants AS applicant
				ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
					${andWithin(ctx, sql`applicant.course_id`)}`
			: sql`(${among.listed}) AS listed CROSS JOIN applicants AS applicant ON applicant.seq = listed.seq`;
	return sql`FROM ${chosen} WHERE applicant.letter_url IS NOT NULL AND EXISTS (SELECT 1 FROM letters AS letter
		WHERE letter.organisation_id = ${organisationId} AND letter.applicant_id = applicant.id
			AND letter.created_at >= ${since} AND letter.template_id = ${templateId}
			AND applicant.letter_url LIKE '%/' || letter.id
			AND letter.stage_name = (SELECT name FROM workflow_steps
				WHERE organisation_id = ${organisationId} AND id = applicant.step_id))`;
};

export const findLettered = async (
	ctx: OrgContext,
	among: Among,
	{ limit, ...made }: Made & { limit: number },
): Promise<string[]> => {
	const rows = await ctx.db.all<{ id: string }>(
		sql`SELECT applicant.id ${fromLettered(ctx, among, made)} LIMIT ${limit}`,
	);
	return rows.map(({ id }) => id);
};

export const countLettered = async (ctx: OrgContext, among: Among, made: Made): Promise<number> => {
	const [counted] = await ctx.db.all<{ applicants: number }>(
		sql`SELECT count(*) AS applicants ${fromLettered(ctx, among, made)}`,
	);
	return counted?.applicants ?? 0;
};
