import { eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { fullName } from "#worker/contract/text/full-name";
import { searchQuery, wideSearchQuery } from "#worker/contract/text/search-text";
import { organisations } from "#worker/database/schema/organisations";
import { andWithin, isBound } from "#worker/database/scope";
import { isMisspelt } from "#worker/services/applicants/is-misspelt";
import type { FoundApplicant } from "#worker/services/search/contract";

/** Reads the prefix of every search token of the institution. */
export const readSearchKey = async ({ db, organisationId }: OrgContext): Promise<string | undefined> => {
	const [organisation] = await db
		.select({ searchKey: organisations.searchKey })
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	return organisation?.searchKey;
};

interface FlatRow extends Omit<FoundApplicant, "name" | "stage" | "hasForm" | "isPosted" | "hasLetter"> {
	hasForm: number;
	isPosted: number;
	hasLetter: number;
	firstName: string;
	middleName: string | null;
	lastName: string;
	stepId: string;
	stepName: string;
	stepType: string;
}

/** why: of more the newest are the likeliest. */
const comparedAtMost = 200;

/**
 * Finds the newest applicants with a word that begins with each typed word; if there are none, those whose words differ
 * by a letter or two. A text without words finds nobody.
 */
export const searchApplicants = async (ctx: OrgContext, typed: string, limit: number): Promise<FoundApplicant[]> => {
	const searchKey = await readSearchKey(ctx);
	if (searchKey === undefined) return [];
	const found = await readMatching(ctx, searchQuery(searchKey, typed), limit);
	if (found.length > 0) return found;
	const alike = await readMatching(ctx, wideSearchQuery(searchKey, typed), comparedAtMost);
	return alike
		.filter(({ name, applicationNumber, accountEmail }) =>
			isMisspelt(typed, `${name} ${applicationNumber} ${accountEmail}`),
		)
		.slice(0, limit);
};

const readMatching = async (ctx: OrgContext, match: string | undefined, limit: number): Promise<FoundApplicant[]> =>
	match === undefined
		? []
		: readFound(
				ctx,
				// why: the words carry the organisation's key, so nearly every match is its own; the check makes it certain.
				sql`(SELECT rowid AS seq, row_number() OVER (ORDER BY rowid DESC) AS place FROM (
				SELECT rowid FROM applicant_search WHERE applicant_search MATCH ${match} ${isVisible(ctx)}
				ORDER BY rowid DESC LIMIT ${limit * 2}))
			AS found CROSS JOIN applicants AS applicant
				ON applicant.seq = found.seq AND +applicant.organisation_id = ${ctx.organisationId}`,
				limit,
			);

/** why within: of those that are found first, none may be within the scope. */
const isVisible = (ctx: OrgContext): SQL =>
	isBound(ctx)
		? sql`AND EXISTS (SELECT 1 FROM applicants AS one WHERE one.seq = applicant_search.rowid
			AND +one.organisation_id = ${ctx.organisationId} ${andWithin(ctx, sql`+one.course_id`)})`
		: sql``;

/** why so many: those that the user opened at a place where they no longer have a role are left out. */
const openedLately = 100;

export const readRecentApplicants = (ctx: OrgContext, limit: number): Promise<FoundApplicant[]> =>
	readFound(
		ctx,
		sql`(SELECT applicant_id, row_number() OVER (ORDER BY viewed_at DESC) AS place FROM (
				SELECT applicant_id, viewed_at FROM applicant_views
				WHERE organisation_id = ${ctx.organisationId} AND user_id = ${ctx.actor.id}
				ORDER BY viewed_at DESC LIMIT ${isBound(ctx) ? openedLately : limit}))
			AS found CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${ctx.organisationId}
				AND applicant.id = found.applicant_id ${andWithin(ctx, sql`applicant.course_id`)}`,
		limit,
	);

/** @param found rows of `found` with their `place` in the result, joined to `applicant` */
const readFound = async ({ db, organisationId }: OrgContext, found: SQL, limit: number): Promise<FoundApplicant[]> => {
	const rows = await db.all<FlatRow>(sql`
		SELECT applicant.id, first_name AS firstName, middle_name AS middleName, last_name AS lastName,
			application_number AS applicationNumber, email AS accountEmail, application_id AS applicationId,
			coalesce(application.title, application_id) AS applicationTitle, coalesce(course.code, course_id) AS courseCode,
			step_id AS stepId, coalesce(step.name, step_id) AS stepName, coalesce(step.type, 'UNKNOWN') AS stepType,
			submission_id IS NOT NULL AS hasForm, location_id IS NOT NULL AS isPosted,
			letter_url IS NOT NULL AS hasLetter
		FROM ${found}
		LEFT JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = applicant.application_id
		LEFT JOIN courses AS course ON course.organisation_id = ${organisationId} AND course.id = applicant.course_id
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = applicant.step_id
		ORDER BY found.place LIMIT ${limit}`);
	return rows.map(({ firstName, middleName, lastName, stepId, stepName, stepType, ...flags }) => {
		const { hasForm, isPosted, hasLetter, ...rest } = flags;
		return {
			...rest,
			hasForm: hasForm === 1,
			isPosted: isPosted === 1,
			hasLetter: hasLetter === 1,
			name: fullName({ firstName, middleName, lastName }),
			stage: { id: stepId, name: stepName, type: stepType },
		};
	});
};
