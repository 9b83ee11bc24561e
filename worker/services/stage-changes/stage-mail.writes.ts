import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import type { StageMail } from "#worker/services/stage-changes/stage-messages";

/** A mailing of a move: one for each application that its applicants are of. */
interface StageMailing {
	id: string;
	applicationId: string;
	/** The task that sends it; null while the move goes on and more come to it. */
	taskId: string | null;
}

interface Told {
	/** The change it tells of. */
	batchId: string;
	stepId: string;
	mail: StageMail;
	/** Null when it is for staff alone. */
	comment: string | null;
	/** UTC milliseconds; null while the move goes on. */
	heldUntil: number | null;
}

/** Puts down mailings that tell of a move, with the step's files. They go out when it can no longer be undone. */
export const writeStageMailings = (
	{ db, organisationId, actor, now }: OrgContext,
	made: readonly StageMailing[],
	{ batchId, stepId, mail, comment, heldUntil }: Told,
): Write[] => {
	if (made.length === 0) return [];
	const rows = JSON.stringify(made.map(({ id, applicationId, taskId }) => [id, applicationId, taskId]));
	return [
		db.insert(mailings).select(sql`
			SELECT ${organisationId}, value ->> 0, value ->> 1, ${stepId}, ${mail.templateId}, ${batchId}, ${comment},
				${mail.subject}, ${mail.content}, ${heldUntil === null ? "gathering" : "ready"}, ${heldUntil ?? 0}, value ->> 2,
				${actor.id}, ${actor.email}, ${now()}
			FROM json_each(${rows}) WHERE true`),
		db.insert(mailingAttachments).select(sql`
			SELECT ${organisationId}, lower(hex(randomblob(16))), made.value ->> 0,
				row_number() OVER (PARTITION BY made.value ->> 0 ORDER BY file.created_at, file.id) - 1,
				file.name, file.mimetype, file.size, file.object_key
			FROM json_each(${rows}) AS made CROSS JOIN workflow_step_attachments AS file
			WHERE file.organisation_id = ${organisationId} AND file.step_id = ${stepId}`),
	];
};

/** One mail to each whom the move has moved. */
export const writeStageMails = (
	{ db, organisationId, now }: OrgContext,
	recipients: readonly { applicantId: string; mailingId: string }[],
	dueAt: number,
): Write[] => {
	if (recipients.length === 0) return [];
	const rows = JSON.stringify(recipients.map(({ applicantId, mailingId }) => [applicantId, mailingId]));
	return [
		db
			.insert(emails)
			.select(sql`
				SELECT ${organisationId}, lower(hex(randomblob(16))), value ->> 1, value ->> 0, 'queued', 0, ${dueAt},
					NULL, NULL, NULL, NULL, ${now()} FROM json_each(${rows}) WHERE true`)
			.onConflictDoNothing(),
	];
};

/** The move is over: its mailings have everybody, and wait. */
export const writeStageMailingsReady = (
	{ db, organisationId }: OrgContext,
	ready: readonly { id: string; taskId: string }[],
	heldUntil: number,
): Write[] =>
	ready.map(({ id, taskId }) =>
		db
			.update(mailings)
			.set({ status: "ready", taskId, heldUntil })
			.where(and(eq(mailings.organisationId, organisationId), eq(mailings.id, id), eq(mailings.status, "gathering"))),
	);

/** Nothing of what tells of this change goes out. */
export const writeMailingsDropped = ({ db, organisationId }: OrgContext, batchId: string): Write =>
	db
		.update(mailings)
		.set({ status: "dropped" })
		.where(and(eq(mailings.organisationId, organisationId), eq(mailings.eventId, batchId)));
