import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { attachments, submissions } from "#worker/database/schema/forms";

export type MergedAnswers = Pick<typeof submissions.$inferInsert, "data" | "repeats" | "percentComplete">;

/** Files of one form, by id, and the form they go to. */
interface FileMove {
	ids: readonly string[];
	from: string | null;
	to: string | null;
}

const isForm = (organisationId: string, id: string) =>
	and(eq(submissions.organisationId, organisationId), eq(submissions.id, id));

const areFiles = (organisationId: string, submissionId: string, ids: readonly string[]) =>
	and(
		eq(attachments.organisationId, organisationId),
		eq(attachments.submissionId, submissionId),
		sql`+${attachments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
	);

/** Replaces the answers of a form by those that a merge, or its undo, leaves. */
export const replaceAnswers = (
	{ db, organisationId, now }: OrgContext,
	submissionId: string,
	answers: MergedAnswers,
): Write =>
	db
		.update(submissions)
		.set({ ...answers, version: sql`${submissions.version} + 1`, updatedAt: now() })
		.where(isForm(organisationId, submissionId));

/** Adds a form of the same design as another one. */
export const insertFormLike = (
	{ db, organisationId, now }: OrgContext,
	likeId: string | null,
	{ id, applicantId, ...answers }: MergedAnswers & { id: string; applicantId: string },
): Write =>
	insertFrom(
		db,
		submissions,
		{
			...answers,
			...{ organisationId, id, applicantId },
			formDesignId: sql`form_design_id`,
			designVersion: sql`design_version`,
			submittedAt: sql`submitted_at`,
			updatedAt: now(),
		},
		sql`FROM submissions WHERE organisation_id = ${organisationId} AND id = ${likeId}`,
	);

/** Deletes a form, if it has no answers, no files and no draft. */
export const deleteEmptyForm = ({ db, organisationId }: OrgContext, id: string, guard: SQL): Write => {
	const hasNone = (table: string) => sql`NOT EXISTS (SELECT 1 FROM ${sql.identifier(table)}
		WHERE organisation_id = ${organisationId} AND submission_id = ${id})`;
	return db
		.delete(submissions)
		.where(
			and(
				isForm(organisationId, id),
				sql`${submissions.data} = '{}'`,
				guard,
				hasNone("attachments"),
				hasNone("form_drafts"),
			),
		);
};

/** Moves files from one form to another. The stored objects stay where they are. */
export const moveFiles = ({ db, organisationId }: OrgContext, { ids, from, to }: FileMove): Write[] =>
	ids.length === 0 || from === null || to === null
		? []
		: [
				db
					.update(attachments)
					.set({ submissionId: to })
					.where(areFiles(organisationId, from, ids)),
			];

/** Takes files off a form. */
export const removeFiles = (
	{ db, organisationId }: OrgContext,
	submissionId: string | null,
	ids: readonly string[],
): Write[] =>
	ids.length === 0 || submissionId === null
		? []
		: [db.delete(attachments).where(areFiles(organisationId, submissionId, ids))];

/** Attaches files of one form to another one too: both name the same stored objects. */
export const shareFiles = ({ db, organisationId, newId }: OrgContext, { ids, from, to }: FileMove): Write[] =>
	ids.length === 0 || from === null || to === null
		? []
		: [
				insertFrom(
					db,
					attachments,
					{
						organisationId,
						id: sql`one.value ->> 1`,
						submissionId: to,
						fieldId: sql`file.field_id`,
						title: sql`file.title`,
						section: sql`file.section`,
						name: sql`file.name`,
						mimetype: sql`file.mimetype`,
						size: sql`file.size`,
						objectKey: sql`file.object_key`,
						createdAt: sql`file.created_at`,
					},
					sql`FROM json_each(${JSON.stringify(ids.map((id) => [id, newId()]))}) AS one
						CROSS JOIN attachments AS file ON file.organisation_id = ${organisationId} AND file.id = one.value ->> 0
							AND file.submission_id = ${from}`,
				),
			];

/**
 * Attaches files again that were taken off.
 *
 * @param files a table expression whose column `value` holds each file as JSON
 */
export const restoreFiles = ({ db, organisationId }: OrgContext, submissionId: string, files: SQL): Write => {
	const value = (name: string) => sql`file.value ->> ${name}`;
	return insertFrom(
		db,
		attachments,
		{
			organisationId,
			id: value("id"),
			submissionId,
			fieldId: value("fieldId"),
			title: value("title"),
			section: value("section"),
			name: value("name"),
			mimetype: value("mimetype"),
			size: value("size"),
			objectKey: value("objectKey"),
			createdAt: value("createdAt"),
		},
		sql`FROM ${files} AS file WHERE NOT EXISTS (
			SELECT 1 FROM attachments WHERE organisation_id = ${organisationId} AND id = ${value("id")})`,
	);
};
