import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Endpoint } from "#worker/contract/endpoint";
import { andWithin } from "#worker/database/scope";
import { scopeOfPlaces } from "#worker/http/places";
import { readPlaces } from "#worker/http/places.queries";

/** Selects the ids of the applicants that a path names. */
type SelectSubject = (organisationId: string, id: string) => SQL;

/**
 * What the `id` of a path names, by the beginning of the path: everything below such a path is about that applicant.
 * A new path that names applicants belongs here; `tests/services/places.test.ts` asks about every endpoint.
 */
const subjects: Record<string, SelectSubject> = {
	"/candidates/:id": (_, id) => sql`SELECT ${id}`,
	"/email/candidates/:id": (_, id) => sql`SELECT ${id}`,
	"/forms/:id": (organisationId, id) =>
		sql`SELECT applicant_id FROM submissions WHERE organisation_id = ${organisationId} AND id = ${id}`,
	"/duplicates/merges/:id": (organisationId, id) =>
		sql`SELECT target_id FROM merges WHERE organisation_id = ${organisationId} AND id = ${id}`,
};

/** Returns how an endpoint names applicants in its path; undefined for one that does not. */
export const subjectOf = ({ path, access }: Pick<Endpoint, "path" | "access">): SelectSubject | undefined =>
	access === "public"
		? undefined
		: Object.entries(subjects).find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1];

/** Returns those of the applicants whose course is at these structure items or below. */
export const applicantsAt = async (
	{ db, organisationId, itemIds }: Pick<OrgContext, "db" | "organisationId"> & { itemIds: readonly string[] },
	ids: readonly string[],
): Promise<ReadonlySet<string>> => {
	const scope = scopeOfPlaces(await readPlaces({ db, organisationId, configVersion: undefined }, itemIds));
	const rows = await db.all<{ id: string }>(sql`
		SELECT applicant.id FROM json_each(${JSON.stringify(ids)}) AS asked CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = asked.value
				${andWithin({ scope }, sql`applicant.course_id`)}`);
	return new Set(rows.map(({ id }) => id));
};

/** Reads the courses of the applicants that a path names; of a merged applicant, the one that was kept. None for an unknown id. */
export const coursesOfSubject = async (
	{ db, organisationId }: OrgContext,
	select: SelectSubject,
	id: string,
): Promise<string[]> => {
	const rows = await db.all<{ courseId: string }>(sql`
		WITH RECURSIVE named (id) AS (
			${select(organisationId, id)}
			UNION SELECT merges.target_id FROM named CROSS JOIN merges ON merges.organisation_id = ${organisationId}
				AND merges.source_id = named.id AND merges.undone_at IS NULL)
		SELECT applicant.course_id AS courseId FROM named CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = named.id`);
	return rows.map(({ courseId }) => courseId);
};
