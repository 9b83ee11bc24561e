import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import type { Database } from "#worker/database/database";
import { insertFrom } from "#worker/database/insert-from";
import { attachments, submissions } from "#worker/database/schema/forms";

type Answers = Pick<typeof submissions.$inferInsert, "data" | "repeats" | "hidden" | "percentComplete">;
type AnswersOrSql = { [K in keyof Answers]: Answers[K] | SQL };

const isForm = (organisationId: string, id: string) =>
	and(eq(submissions.organisationId, organisationId), eq(submissions.id, id));

/** Replaces the answers of a form with the result of a merge or its undo. */
export const replaceAnswers = (
	{ db, organisationId, now }: OrgContext,
	submissionId: string,
	answers: AnswersOrSql,
	guard?: SQL,
): Write =>
	db
		.update(submissions)
		.set({ ...answers, version: sql`${submissions.version} + 1`, updatedAt: now() })
		.where(and(isForm(organisationId, submissionId), guard));

/** Adds a form of the same design as another one. */
export const insertFormLike = (
	{ db, organisationId, now }: OrgContext,
	likeId: string | null,
	{ id, applicantId, ...answers }: Answers & { id: string; applicantId: string },
): Write =>
	insertFrom(
		db,
		submissions,
		{
			...answers,
			organisationId,
			id,
			applicantId,
			formDesignId: sql`form_design_id`,
			designVersion: sql`design_version`,
			submittedAt: sql`submitted_at`,
			updatedAt: now(),
		},
		sql`FROM submissions WHERE organisation_id = ${organisationId} AND id = ${likeId}`,
	);

/** Deletes a form that a merge added; its files have been moved. */
export const deleteForm = ({ db, organisationId }: OrgContext, id: string): Write =>
	db.delete(submissions).where(isForm(organisationId, id));

/** Moves files to another form. The stored objects stay where they are. @param ids a query of the files' ids */
export const moveFiles = ({ db, organisationId }: OrgContext, { to, ids }: { to: string; ids: SQL }): Write =>
	db
		.update(attachments)
		.set({ submissionId: to })
		.where(and(eq(attachments.organisationId, organisationId), sql`${attachments.id} IN ${ids}`));

/** Deletes answers and files, not the rows. @param forms a table with `organisation_id` and `form_id` */
export const emptyForms = (db: Database, forms: SQL): [Write, Write] => [
	db.delete(attachments).where(
		sql`${attachments}.rowid IN (SELECT file.rowid FROM ${forms} AS old CROSS JOIN attachments AS file
			ON file.organisation_id = old.organisation_id AND file.submission_id = old.form_id)`,
	),
	db
		.update(submissions)
		.set({ data: {}, repeats: { sections: {}, rows: {} }, hidden: null })
		.where(
			sql`${submissions}.rowid IN (SELECT form.rowid FROM ${forms} AS old CROSS JOIN submissions AS form
				ON form.organisation_id = old.organisation_id AND form.id = old.form_id)`,
		),
];
