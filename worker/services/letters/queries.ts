import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Database } from "#worker/database/database";
import { isOneOf } from "#worker/database/is-one-of";
import { applicants, letters } from "#worker/database/schema/applicants";
import { templates, workflowSteps } from "#worker/database/schema/workflows";
import { andWithin } from "#worker/database/scope";
import { fromChosen } from "#worker/services/applicants/matching.queries";
import { type Letter, type LetterState, maxLetters } from "#worker/services/letters/contract";

/** Reads an applicant's letters, newest first; undefined when there is no such applicant. */
export const readLetters = async (
	{ db, organisationId }: OrgContext,
	applicantId: string,
): Promise<Letter[] | undefined> => {
	const { id, templateName, stageName, size, code, checks, lastCheckedAt, createdByName, createdAt } = letters;
	const { withdrawnReason, withdrawnByName, withdrawnAt } = letters;
	const [[applicant], rows] = await db.batch([
		db
			.select({ id: applicants.id, letterUrl: applicants.letterUrl })
			.from(applicants)
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId))),
		db
			.select({
				id,
				templateName,
				stageName,
				size,
				code,
				checks,
				lastCheckedAt,
				createdByName,
				createdAt,
				withdrawnReason,
				withdrawnByName,
				withdrawnAt,
			})
			.from(letters)
			.where(and(eq(letters.organisationId, organisationId), eq(letters.applicantId, applicantId)))
			.orderBy(desc(createdAt), desc(sql`${letters}.rowid`))
			.limit(maxLetters),
	]);
	return (
		applicant &&
		rows.map(({ withdrawnReason, withdrawnByName, withdrawnAt, ...row }) => ({
			...row,
			state: stateOf(row.id, { letterUrl: applicant.letterUrl, withdrawnAt }),
			withdrawal:
				withdrawnAt === null
					? null
					: { reason: withdrawnReason ?? "", createdByName: withdrawnByName ?? "", createdAt: withdrawnAt },
		}))
	);
};

/** Returns the state of a letter. @param letterUrl that of the applicant's letter in force */
export const stateOf = (
	id: string,
	{ letterUrl, withdrawnAt }: { letterUrl: string | null; withdrawnAt: number | null },
): LetterState => {
	if (withdrawnAt !== null) return "withdrawn";
	return letterUrl?.split("/").at(-1) === id ? "in_force" : "replaced";
};

/** Finds the letter with a code for anybody who has it, and the state that it has now. */
export const findByCode = (db: Database, { organisationId, code }: { organisationId: string; code: string }) =>
	db
		.select({
			id: letters.id,
			name: letters.holderName,
			course: letters.courseName,
			createdAt: letters.createdAt,
			withdrawnAt: letters.withdrawnAt,
			letterUrl: applicants.letterUrl,
		})
		.from(letters)
		.innerJoin(
			applicants,
			and(eq(applicants.organisationId, letters.organisationId), eq(applicants.id, letters.applicantId)),
		)
		.where(and(eq(letters.organisationId, organisationId), eq(letters.code, code)));

/** A letter as a file with a name. */
export interface LetterFile {
	id: string;
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
	isWithdrawn: boolean;
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
			withdrawnAt: letters.withdrawnAt,
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
		rows.map(({ templateName, applicationNumber, withdrawnAt, ...stored }) => {
			const name = `${applicationNumber.replaceAll("/", "-")} ${templateName}.pdf`;
			return [stored.id, { ...stored, name, mimetype: "application/pdf", isWithdrawn: withdrawnAt !== null }];
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

/**
 * The condition that an address ends with a letter's id. why not LIKE: D1 takes patterns of 50 bytes, and an underscore
 * would stand for any letter.
 */
export const endsWithLetter = (url: SQL, letterId: SQL): SQL =>
	sql`substr(${url}, -1 - length(${letterId})) = '/' || ${letterId}`;

/** Selects the id of the letter in force of the row `applicant`; null without one. */
export const letterInForce = (organisationId: string): SQL => sql`(
	SELECT letter.id FROM letters AS letter WHERE letter.organisation_id = ${organisationId}
		AND letter.applicant_id = applicant.id AND ${endsWithLetter(sql`applicant.letter_url`, sql`letter.id`)})`;

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

export interface Made {
	templateId: string;
	/** UTC milliseconds. */
	since: number;
}

/** The condition that an applicant's letter in force was made from the template since then, for their current stage. */
const isLettered = ({ organisationId }: OrgContext, { templateId, since }: Made): SQL =>
	sql`(applicant.letter_url IS NOT NULL AND EXISTS (SELECT 1 FROM letters AS letter
		WHERE letter.organisation_id = ${organisationId} AND letter.applicant_id = applicant.id
			AND letter.created_at >= ${since} AND letter.template_id = ${templateId}
			AND ${endsWithLetter(sql`applicant.letter_url`, sql`letter.id`)}
			AND letter.stage_name = (SELECT name FROM workflow_steps
				WHERE organisation_id = ${organisationId} AND id = applicant.step_id)))`;

const fromLettered = (ctx: OrgContext, among: Among, made: Made): SQL => {
	const { organisationId } = ctx;
	const chosen =
		"ids" in among
			? sql`json_each(${JSON.stringify(among.ids)}) AS chosen CROSS JOIN applicants AS applicant
				ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
					${andWithin(ctx, sql`applicant.course_id`)}`
			: sql`(${among.listed}) AS listed CROSS JOIN applicants AS applicant ON applicant.seq = listed.seq`;
	return sql`FROM ${chosen} WHERE ${isLettered(ctx, made)}`;
};

/** Selects those of a selection who get a letter. @param inForce who have it already: by id, or by how it was made */
export const fromUnlettered = (
	ctx: OrgContext,
	chosen: Parameters<typeof fromChosen>[1],
	inForce: { ids: readonly string[] } | Made,
): Promise<SQL> =>
	fromChosen(
		ctx,
		chosen,
		sql`NOT ${"ids" in inForce ? isOneOf(sql`applicant.id`, inForce.ids) : isLettered(ctx, inForce)}`,
	);

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
