import { and, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { applicantLog, applicants, letters } from "#worker/database/schema/applicants";

/** A letter that lies in the file store and is about to be on record. */
export interface NewLetter {
	id: string;
	applicantId: string;
	applicationId: string;
	stageName: string;
	objectKey: string;
	/** In bytes. */
	size: number;
	/** The applicant's letter as it was read, for a letter that a stage gives. */
	replaces?: string | null;
}

interface MadeFrom {
	template: { id: string; name: string };
	eventId: string;
}

const asJson = (made: readonly NewLetter[]) =>
	JSON.stringify(
		made.map(({ id, applicantId, stageName, objectKey, size, replaces = null }) => [
			...[id, applicantId, stageName, objectKey, size],
			replaces,
		]),
	);

/**
 * A letter that a stage gives is for whoever still is there with the letter that was read, and only while the task stands
 * where its slice began.
 */
interface LetterGuard {
	/** Left out: wherever they are. */
	stepId?: string;
	onlyIf: SQL;
}

/** The newest letter is the applicant's (§3 letter). Those who are gone have none; the commit counts the others. */
export const writeLetterUrls = (
	{ db, organisationId, now }: OrgContext,
	made: readonly NewLetter[],
	guard?: LetterGuard,
): Write =>
	db
		.update(applicants)
		.set({
			letterUrl: sql`(SELECT '/' || ${organisationId} || '/applicants/' || (value ->> 1) || '/letters/' || (value ->> 0)
				FROM json_each(${asJson(made)}) WHERE value ->> 1 = ${applicants.id})`,
			updatedAt: now(),
		})
		// why the plus and the ids: each applicant is found by id; left to itself SQLite reads the whole institution.
		.where(
			and(
				sql`+${applicants.organisationId} = ${organisationId} AND ${applicants.seq} IN (
					SELECT found.seq FROM json_each(${asJson(made)}) AS made
					CROSS JOIN applicants AS found
						ON found.organisation_id = ${organisationId} AND found.id = made.value ->> 1
					${guard ? sql`WHERE found.letter_url IS made.value ->> 5` : sql``})`,
				guard?.stepId ? sql`${applicants.stepId} = ${guard.stepId}` : undefined,
				guard?.onlyIf,
			),
		);

/** One row of history and one line of log for each letter. */
export const writeLetters = (
	{ db, organisationId, actor, now }: OrgContext,
	made: readonly NewLetter[],
	{ template, eventId }: MadeFrom,
): Write[] => [
	db.insert(letters).select(sql`
		SELECT ${organisationId}, value ->> 0, value ->> 1, ${template.id}, ${template.name}, value ->> 2, value ->> 3,
			value ->> 4, ${actor.id}, ${actor.name}, ${now()}
		FROM json_each(${asJson(made)}) WHERE true`),
	db.insert(applicantLog).select(sql`
		SELECT ${organisationId}, value ->> 1, ${eventId}, 'DATA_UPDATE', NULL, value ->> 2, NULL,
			${`Offer letter made from the template “${template.name}”`}, ${actor.id}, ${actor.name}, ${eventId}, ${now()}
		FROM json_each(${asJson(made)}) WHERE true`),
];
