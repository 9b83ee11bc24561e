import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ReleaseState } from "#worker/contract/release-states";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { releaseRows, releases } from "#worker/database/schema/releases";
import { writeWaitingRows } from "#worker/runs/run.writes";

type NewRelease = Pick<
	typeof releases.$inferInsert,
	"id" | "applicationId" | "stageId" | "stageName" | "reason" | "reasonId" | "locationId" | "doNotNotify"
>;

export const insertRelease = ({ db, organisationId, actor, now }: OrgContext, release: NewRelease): Write =>
	db.insert(releases).values({
		organisationId,
		...release,
		state: "prepared",
		preparedBy: actor.id,
		preparedByName: actor.name,
		preparedAt: now(),
	});

/** Adds applicants of the release's application, each once. */
export const insertReleaseRows = (
	{ db, organisationId }: OrgContext,
	{ id, applicationId, applicantIds }: { id: string; applicationId: string; applicantIds: readonly string[] },
): Write =>
	insertFrom(
		db,
		releaseRows,
		{ organisationId, releaseId: id, applicantId: sql`applicant.id` },
		sql`FROM json_each(${JSON.stringify(applicantIds)}) AS chosen
			CROSS JOIN applicants AS applicant ON applicant.organisation_id = ${organisationId}
				AND applicant.id = chosen.value AND applicant.application_id = ${applicationId}
			WHERE true`,
	).onConflictDoNothing();

export const deleteReleaseRows = (
	{ db, organisationId }: OrgContext,
	id: string,
	applicantIds: readonly string[],
): Write =>
	db
		.delete(releaseRows)
		.where(
			and(
				eq(releaseRows.organisationId, organisationId),
				eq(releaseRows.releaseId, id),
				sql`applicant_id IN (SELECT value FROM json_each(${JSON.stringify(applicantIds)}))`,
			),
		);

interface Step {
	id: string;
	version: number;
	from: readonly ReleaseState[];
}

/** Takes a step of a release that is still as it was seen. @param also what else must hold */
export const takeStep = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	{ id, version, from }: Step,
	set: Partial<typeof releases.$inferInsert>,
	also?: SQL,
): Write =>
	db
		.update(releases)
		.set({ ...set, version: sql`${releases.version} + 1` })
		.where(
			and(
				eq(releases.organisationId, organisationId),
				eq(releases.id, id),
				eq(releases.version, version),
				inArray(releases.state, [...from]),
				also,
			),
		);

/** The condition that a release has applicants beside these. */
export const hasOtherRows = ({ organisationId }: OrgContext, id: string, applicantIds: readonly string[]): SQL =>
	sql`EXISTS (SELECT 1 FROM release_rows WHERE organisation_id = ${organisationId} AND release_id = ${id}
		AND applicant_id NOT IN (SELECT value FROM json_each(${JSON.stringify(applicantIds)})))`;

/** Makes the rows of a release those of its run. */
export const writeRunRowsOfRelease = (ctx: OrgContext, id: string): Write =>
	writeWaitingRows(ctx, id, {
		subjectId: sql`applicant_id`,
		source: sql`FROM release_rows WHERE organisation_id = ${ctx.organisationId} AND release_id = ${id}`,
	});
