import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { modificationEntries } from "#worker/database/schema/records";
import type { Location, Step } from "#worker/services/applicants/change.queries";

/** An applicant as a move expects to find them. */
export interface Mover {
	id: string;
	stepId: string;
	version: number;
	locationId: string | null;
	/** UTC milliseconds. */
	stageChangedAt: number;
	applicationId: string;
	applicationTitle: string;
}

/** What a slice of a task adds to its commit: it happens only while the task stands where the slice began. */
export interface Progress {
	onlyIf: SQL;
	writes: readonly Write[];
}

/** why: one JSON parameter holds any number of applicants; a statement takes only 100 parameters. */
const asJson = (movers: readonly Mover[]) =>
	JSON.stringify(movers.map(({ id, stepId, version }) => [id, stepId, version]));

/** Moves those who still stand where they were seen, at the version they were seen; the commit counts them. */
export const writeMove = (
	{ db, organisationId, actor, now }: OrgContext,
	movers: readonly Mover[],
	{ step, location, onlyIf }: { step: Step; location: Location | null; onlyIf?: SQL | undefined },
): Write =>
	db
		.update(applicants)
		.set({
			stepId: step.id,
			...(location && { locationId: location.id }),
			stageChangedAt: now(),
			lastReviewedAt: now(),
			lastReviewedBy: actor.name,
			version: sql`${applicants.version} + 1`,
			updatedAt: now(),
		})
		// why CROSS JOIN and the plus: each applicant is found by id; left to itself SQLite reads the whole institution.
		.where(
			and(
				sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
					SELECT found.seq FROM json_each(${asJson(movers)}) AS seen
					CROSS JOIN applicants AS found
						ON found.organisation_id = ${organisationId} AND found.id = seen.value ->> 0
					WHERE found.step_id = seen.value ->> 1 AND found.version = seen.value ->> 2)`,
				onlyIf,
			),
		);

/** One log entry for each; it bears the event's id, which an applicant has once. */
export const writeMoveLog = (
	{ db, organisationId, actor, now }: OrgContext,
	movers: readonly Mover[],
	{ step, reason, eventId }: { step: Step; reason: string; eventId: string },
): Write =>
	db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, seen.value ->> 0, ${eventId}, 'STAGE_CHANGE', ${step.id}, ${step.name},
			coalesce(before.name, seen.value ->> 1), ${reason}, ${actor.id}, ${actor.name}, ${eventId}, ${now()}
		FROM json_each(${asJson(movers)}) AS seen
		LEFT JOIN workflow_steps AS before ON before.organisation_id = ${organisationId} AND before.id = seen.value ->> 1`);

/** One modification entry for each whom the move posts elsewhere. */
export const writeMovePostings = (
	{ db, organisationId, actor, now, newId }: OrgContext,
	movers: readonly Mover[],
	{ location, eventId }: { location: Location; eventId: string },
): Write[] => {
	const posted = movers.filter(({ locationId }) => locationId !== location.id);
	if (posted.length === 0) return [];
	const rows = JSON.stringify(posted.map(({ id, locationId }) => [newId(), id, locationId]));
	return [
		db.insert(modificationEntries).select(sql`
			SELECT ${organisationId}, posted.value ->> 0, 'applicant', posted.value ->> 1, 'location',
				coalesce(before.name, posted.value ->> 2), ${location.name}, ${actor.id}, ${actor.email}, ${eventId}, ${now()}
			FROM json_each(${rows}) AS posted
			LEFT JOIN locations AS before
				ON before.organisation_id = ${organisationId} AND before.id = posted.value ->> 2`),
	];
};
