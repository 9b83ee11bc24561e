import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { locations } from "#worker/database/schema/organisations";
import { modificationEntries } from "#worker/database/schema/records";
import { courses } from "#worker/database/schema/structure";
import type { Detail, Holder } from "#worker/services/assignments/assignment";

/** why: one JSON parameter holds any number of applicants; a statement takes only 100 parameters. */
const asJson = (holders: readonly Holder[]) =>
	JSON.stringify(holders.map(({ id, stepId, version, heldId }) => [id, stepId, version, heldId]));

/** Changes those who still are at the step and the version they were seen at; the commit counts them. */
export const writeDetail = (
	{ db, organisationId, actor, now }: OrgContext,
	holders: readonly Holder[],
	detail: Detail,
	onlyIf?: SQL,
): Write =>
	db
		.update(applicants)
		.set({
			...(detail.field === "course" ? { courseId: detail.id } : { locationId: detail.id }),
			lastReviewedAt: now(),
			lastReviewedBy: actor.name,
			version: sql`${applicants.version} + 1`,
			updatedAt: now(),
		})
		// why CROSS JOIN and the plus: each applicant is found by id; left to itself SQLite reads the whole institution.
		.where(
			and(
				sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
					SELECT found.seq FROM json_each(${asJson(holders)}) AS seen
					CROSS JOIN applicants AS found
						ON found.organisation_id = ${organisationId} AND found.id = seen.value ->> 0
					WHERE found.step_id = seen.value ->> 1 AND found.version = seen.value ->> 2)`,
				onlyIf,
			),
		);

/** What each of them held before, by its name: to be joined to `seen`. */
const before = (organisationId: string, { field }: Detail) =>
	field === "course"
		? sql`LEFT JOIN (SELECT id, code || ' ' || title AS name FROM ${courses}
				WHERE organisation_id = ${organisationId}) AS before ON before.id = seen.value ->> 3`
		: sql`LEFT JOIN (SELECT id, name FROM ${locations}
				WHERE organisation_id = ${organisationId}) AS before ON before.id = seen.value ->> 3`;

/** One modification entry for each, with the old and the new name. */
export const writeDetailModifications = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	holders: readonly Holder[],
	detail: Detail,
	eventId: string,
): Write => {
	const rows = JSON.stringify(holders.map(({ id, stepId, version, heldId }) => [id, stepId, version, heldId, newId()]));
	return db.insert(modificationEntries).select(sql`
		SELECT ${organisationId}, seen.value ->> 4, 'applicant', seen.value ->> 0, ${detail.field},
			coalesce(before.name, seen.value ->> 3), ${detail.name}, ${actor.id}, ${actor.email}, ${eventId}, ${now()}
		FROM json_each(${rows}) AS seen ${before(organisationId, detail)}`);
};

/** One log entry for each; it bears the event's id, which an applicant has once. */
export const writeDetailLog = (
	{ db, organisationId, actor, now }: OrgContext,
	holders: readonly Holder[],
	detail: Detail,
	eventId: string,
): Write => {
	const change =
		detail.field === "course"
			? sql`'Course changed from ' || coalesce(before.name, seen.value ->> 3)`
			: sql`CASE WHEN seen.value ->> 3 IS NULL THEN 'Posted'
				ELSE 'Posting changed from ' || coalesce(before.name, seen.value ->> 3) END`;
	return db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, seen.value ->> 0, ${eventId}, 'DATA_UPDATE', step.id, step.name, NULL,
			${change} || ' to ' || ${detail.name}, ${actor.id}, ${actor.name}, ${eventId}, ${now()}
		FROM json_each(${asJson(holders)}) AS seen
		LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = seen.value ->> 1
		${before(organisationId, detail)}`);
};
