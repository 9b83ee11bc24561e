import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { phonePunctuation, trunkPrefix } from "#worker/contract/text/phone-number";
import { andWithin } from "#worker/database/scope";
import type { Channel } from "#worker/services/emails/contract";
import { findLetterFiles, type LetterFile, letterInForce } from "#worker/services/letters/queries";

/** The recipients of a mailing: those named, all of the application, or all at one of its stages. */
export interface Audience {
	applicationId: string;
	stepId: string | null;
	/** Empty for all. */
	candidateIds: readonly string[];
	/** Whether only those at the stage get it, of those named or listed. */
	isAtStage?: boolean;
	/** Instead of ids: those that the filter of a list matches, as rows of `seq`. */
	listed?: SQL;
}

/**
 * Finds the application, and whether the stage belongs to its workflow; undefined when there is no such application.
 */
export const findTarget = async ({ db, organisationId }: OrgContext, { applicationId, stepId }: Audience) => {
	const [found] = await db.all<{ title: string; stepId: string | null }>(sql`
		SELECT application.title, step.id AS stepId FROM applications AS application
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = ${stepId}
			AND step.workflow_id = application.workflow_id
		WHERE application.organisation_id = ${organisationId} AND application.id = ${applicationId}`);
	return found && { title: found.title, hasStage: stepId === null || found.stepId !== null };
};

/** Selects the recipients that exist and are within the scope, as `applicant`. */
export const fromAudience = (
	ctx: OrgContext,
	{ applicationId, stepId, candidateIds, isAtStage = false, listed }: Audience,
): SQL => {
	const { organisationId } = ctx;
	const within = andWithin(ctx, sql`+applicant.course_id`);
	const atStage = sql`${isAtStage ? sql`applicant.step_id = ${stepId}` : sql`true`} ${within}`;
	if (listed)
		return sql`FROM (${listed}) AS listed CROSS JOIN applicants AS applicant ON applicant.seq = listed.seq
			WHERE applicant.organisation_id = ${organisationId} AND applicant.application_id = ${applicationId}
				AND ${atStage}`;
	return candidateIds.length > 0
		? sql`FROM json_each(${JSON.stringify(candidateIds)}) AS chosen CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = chosen.value
				AND applicant.application_id = ${applicationId}
			WHERE ${atStage}`
		: sql`FROM applicants AS applicant WHERE applicant.organisation_id = ${organisationId}
			AND applicant.application_id = ${applicationId}
			${stepId === null ? sql`` : sql`AND applicant.step_id = ${stepId}`} ${within}`;
};

/** Counts the recipients as they are now. @param within only those among these rows of `seq` */
export const countAudience = async (ctx: OrgContext, audience: Audience, within?: SQL): Promise<number> => {
	const { db, organisationId } = ctx;
	const { applicationId, stepId, candidateIds, listed } = audience;
	const [counted] = await db.all<{ recipients: number }>(
		candidateIds.length > 0 || listed || within
			? sql`SELECT count(*) AS recipients ${fromAudience(ctx, audience)} ${among(within)}`
			: sql`SELECT coalesce(sum(applicants), 0) AS recipients FROM applicant_counts
				WHERE organisation_id = ${organisationId} AND application_id = ${applicationId}
					${stepId === null ? sql`` : sql`AND step_id = ${stepId}`} ${andWithin(ctx, sql`course_id`)}`,
	);
	return counted?.recipients ?? 0;
};

/** Names of recipients that a warning lists. */
const namesShown = 5;

/** Counts the recipients who have no letter in force, and names the first of them. */
export const findUnlettered = async (ctx: OrgContext, audience: Audience) => {
	const { db, organisationId } = ctx;
	const rows = await db.all<{ name: string; total: number }>(sql`
		SELECT trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name) AS name,
			count(*) OVER () AS total
		${fromAudience(ctx, audience)} AND ${letterInForce(organisationId)} IS NULL LIMIT ${namesShown}`);
	return { missing: rows[0]?.total ?? 0, names: rows.map(({ name }) => name) };
};

/** A phone number without what people put between its digits. */
const plainPhone = phonePunctuation.reduce(
	(text, mark) => sql`replace(${text}, ${sql.raw(`char(${mark.charCodeAt(0)})`)}, '')`,
	sql`replace(coalesce(applicant.phone, ''), '${sql.raw(trunkPrefix)}', '')`,
);
/** What follows the code of Nigeria, or the whole number; and that without a 0 before it. */
const national = sql`CASE WHEN plain GLOB '00234*' THEN substr(plain, 6) WHEN plain GLOB '+234*' THEN substr(plain, 5)
	WHEN plain GLOB '234*' THEN substr(plain, 4) ELSE plain END`;
const mobile = sql`CASE WHEN national GLOB '0*' THEN substr(national, 2) ELSE national END`;

/**
 * The condition that an SMS can reach an applicant, as `toDialled` has it. why in SQL: a whole application is counted. why
 * lengths: the database takes no long patterns.
 */
const isReachable: SQL = sql`EXISTS (SELECT 1 FROM (SELECT plain, ${mobile} AS mobile FROM (
		SELECT plain, ${national} AS national FROM (SELECT ${plainPhone} AS plain)))
	WHERE (length(mobile) = 10 AND mobile GLOB '[789][01]*' AND mobile NOT GLOB '*[^0-9]*')
	OR (plain GLOB '+[1-9]*' AND plain NOT GLOB '+234*' AND substr(plain, 2) NOT GLOB '*[^0-9]*'
		AND length(plain) BETWEEN 9 AND 16)
	OR (plain GLOB '00[1-9]*' AND plain NOT GLOB '00234*' AND plain NOT GLOB '*[^0-9]*'
		AND length(plain) BETWEEN 10 AND 17))`;

/** Counts the recipients that an SMS cannot reach, and names the first of them. */
export const findUnreachable = async (ctx: OrgContext, audience: Audience) => {
	const rows = await ctx.db.all<{ name: string; total: number }>(sql`
		SELECT trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name) AS name,
			count(*) OVER () AS total
		${fromAudience(ctx, audience)} AND NOT ${isReachable} LIMIT ${namesShown}`);
	return { missing: rows[0]?.total ?? 0, names: rows.map(({ name }) => name) };
};

/** Finds the file of an applicant's letter in force. */
export const findLetterInForce = async (ctx: OrgContext, applicantId: string): Promise<LetterFile | undefined> => {
	const { db, organisationId } = ctx;
	const [found] = await db.all<{ id: string | null }>(sql`
		SELECT ${letterInForce(organisationId)} AS id FROM applicants AS applicant
		WHERE applicant.organisation_id = ${organisationId} AND applicant.id = ${applicantId}`);
	return found?.id ? (await findLetterFiles(ctx, [found.id])).get(found.id) : undefined;
};

const among = (within: SQL | undefined): SQL =>
	within ? sql`AND applicant.seq IN (SELECT seq FROM (${within}))` : sql``;

interface Stretch {
	page: number;
	size: number;
	/** Only those among these rows of `seq`. */
	within?: SQL | undefined;
}

export const pageOfAudience = (ctx: OrgContext, audience: Audience, { page, size, within }: Stretch) =>
	ctx.db.all<{ id: string; name: string; applicationNumber: string; stepId: string }>(sql`
		SELECT applicant.id, applicant.application_number AS applicationNumber, applicant.step_id AS stepId,
			trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name) AS name
		${fromAudience(ctx, audience)} ${among(within)}
		ORDER BY applicant.seq DESC LIMIT ${size} OFFSET ${page * size}`);

export const isOfAudience = (
	applicant: { id: string; applicationId: string; stepId: string },
	{ applicationId, stepId, candidateIds, listed }: Audience,
): boolean =>
	applicant.applicationId === applicationId &&
	(listed !== undefined ||
		(candidateIds.length > 0 ? candidateIds.includes(applicant.id) : stepId === null || applicant.stepId === stepId));

export const countGathered = async ({ db, organisationId }: OrgContext, mailingId: string): Promise<number> => {
	const [counted] = await db.all<{ mails: number }>(sql`
		SELECT count(*) AS mails FROM emails WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}`);
	return counted?.mails ?? 0;
};

export const findActiveTemplate = async ({ db, organisationId }: OrgContext, type: Channel, templateId: string) => {
	const [found] = await db.all<{ id: string }>(sql`
		SELECT id FROM templates
		WHERE organisation_id = ${organisationId} AND id = ${templateId} AND type = ${type} AND active = 1`);
	return found;
};
