import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { containsWords } from "#worker/database/contains-words";
import { andWithin, isBound } from "#worker/database/scope";
import type { Channel } from "#worker/services/emails/contract";
import { type ListedMailing, mostListed } from "#worker/services/emails/mailings.contract";

interface MailingRow {
	id: string;
	channel: Channel;
	subject: string;
	kind: "written" | "stage";
	stageName: string | null;
	applicationTitle: string | null;
	writtenBy: string;
	senderUsername: string;
	createdAt: number;
	sendAfter: number;
	status: "ready" | "dropped";
	recipients: number;
	sent: number;
	failed: number;
}

/** The columns of a mailing with its counts and names, in a query that joins `describedBy`. */
const described = sql`mailing.id, mailing.channel, mailing.subject, CASE WHEN mailing.event_id IS NULL THEN 'written' ELSE 'stage' END AS kind,
	step.name AS stageName, application.title AS applicationTitle, mailing.sender_username AS senderUsername,
	coalesce(trim(writer.first_name || ' ' || writer.last_name), mailing.sender_username) AS writtenBy,
	mailing.created_at AS createdAt, mailing.send_after AS sendAfter, mailing.status,
	coalesce(counted.recipients, 0) AS recipients, coalesce(counted.sent, 0) AS sent, coalesce(counted.failed, 0) AS failed`;

const describedBy = (organisationId: string): SQL => sql`
	LEFT JOIN mailing_counts AS counted
		ON counted.organisation_id = ${organisationId} AND counted.mailing_id = mailing.id
	LEFT JOIN applications AS application
		ON application.organisation_id = ${organisationId} AND application.id = mailing.application_id
	LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = mailing.step_id
	LEFT JOIN users AS writer ON writer.organisation_id = ${organisationId} AND writer.id = mailing.created_by`;

/** Returns a mailing as the contract shows it. */
export const toListed = ({ recipients, sent, failed, status, ...mailing }: MailingRow): ListedMailing => ({
	...mailing,
	isDropped: status === "dropped",
	counts: { queued: recipients - sent - failed, sent, failed },
});

/** Reads one page of the mailings of a kind that the user sees, newest first, and how many there are. */
export const pageOfMailings = async (
	ctx: OrgContext,
	{
		kind = "written",
		keyword,
		page,
		size,
	}: { kind?: MailingRow["kind"] | undefined; keyword: string; page: number; size: number },
) => {
	const { db, organisationId } = ctx;
	// why the literals: SQLite uses a partial index only for exactly its condition.
	const isOfKind = kind === "written" ? sql.raw("event_id IS NULL") : sql.raw("event_id IS NOT NULL");
	const newest = sql`(SELECT id, channel, application_id, step_id, event_id, subject, status, send_after, created_by, sender_username,
			created_at FROM mailings WHERE organisation_id = ${organisationId} AND ${isOfKind} AND status <> 'gathering'
			${isSeen(ctx, sql`created_by`)}
		ORDER BY created_at DESC, id DESC LIMIT ${sql.raw(String(mostListed))}) AS newest`;
	const matching = containsWords(keyword, sql`newest.subject`, sql`newest.sender_username`) ?? sql`true`;
	const [rows, [total]] = await Promise.all([
		db.all<MailingRow>(sql`SELECT ${described}
			FROM (SELECT * FROM ${newest} WHERE ${matching} LIMIT ${size} OFFSET ${page * size}) AS mailing
			${describedBy(organisationId)} ORDER BY mailing.created_at DESC, mailing.id DESC`),
		db.all<{ mailings: number }>(sql`SELECT count(*) AS mailings FROM ${newest} WHERE ${matching}`),
	]);
	return { data: rows.map(toListed), resultTotal: total?.mailings ?? 0, page, size };
};

/** The condition that a user of some places wrote a mailing: others' may have recipients of other places. */
const isSeen = (ctx: OrgContext, writer: SQL): SQL => (isBound(ctx) ? sql`AND +${writer} = ${ctx.actor.id}` : sql``);

/** Finds a mailing that the user sees, whose recipients are all collected, and its task. */
export const findMailing = async (ctx: OrgContext, mailingId: string) => {
	const { db, organisationId } = ctx;
	const [found] = await db.all<
		MailingRow & {
			/** The stage change that it is of, while its results are kept. */
			runId: string | null;
			letter: string | null;
			taskId: string | null;
			/** The user and status of its task; null when there is none yet. */
			taskOwner: string | null;
			taskStatus: "STARTED" | "FAILED" | "SUCCESS" | null;
		}
	>(sql`
		SELECT ${described}, run.id AS runId, mailing.letter, mailing.task_id AS taskId,
			task.created_by AS taskOwner, task.status AS taskStatus
		FROM mailings AS mailing ${describedBy(organisationId)}
		LEFT JOIN tasks AS task ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id
		LEFT JOIN runs AS run ON run.organisation_id = ${organisationId} AND run.id = mailing.event_id
		WHERE mailing.organisation_id = ${organisationId} AND mailing.id = ${mailingId} AND mailing.status <> 'gathering'
			${isSeen(ctx, sql`mailing.created_by`)}`);
	return found;
};

/** Finds the email of a mailing to one of its recipients who is on record and within the scope. */
export const findShownEmail = async (ctx: OrgContext, mailingId: string) => {
	const { db, organisationId } = ctx;
	const [found] = await db.all<{ applicantId: string; recipient: string | null; mergeValues: string | null }>(sql`
		SELECT email.applicant_id AS applicantId, email.recipient, email.merge_values AS mergeValues
		FROM emails AS email
		CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = email.applicant_id
		WHERE email.organisation_id = ${organisationId} AND email.mailing_id = ${mailingId}
			${andWithin(ctx, sql`applicant.course_id`)}
		ORDER BY email.applicant_id LIMIT 1`);
	return found;
};

type Status = "queued" | "sent" | "failed";

/** Reads one page of the recipients of a mailing. One who is no longer within the scope has no name. */
export const pageOfMailed = (
	ctx: OrgContext,
	mailingId: string,
	{ status, page, size }: { status?: Status | undefined; page: number; size: number },
) => {
	const { db, organisationId } = ctx;
	return db.all<{
		id: string;
		name: string | null;
		applicationNumber: string | null;
		status: Status;
		reason: string | null;
	}>(sql`
		SELECT email.applicant_id AS id, email.status, email.reason,
			coalesce(applicant.application_number, archived.source_number) AS applicationNumber,
			coalesce(trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name),
				archived.source_name) AS name
		FROM (SELECT applicant_id, status, reason FROM emails
			WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}
				${status === undefined ? sql`` : sql`AND status = ${status}`}
			ORDER BY applicant_id LIMIT ${size} OFFSET ${page * size}) AS email
		LEFT JOIN applicants AS applicant
			ON applicant.organisation_id = ${organisationId} AND applicant.id = email.applicant_id
				${andWithin(ctx, sql`applicant.course_id`)}
		LEFT JOIN merges AS archived ON applicant.id IS NULL AND archived.organisation_id = ${organisationId}
			AND archived.source_id = email.applicant_id AND archived.undone_at IS NULL
			${
				isBound(ctx)
					? sql`AND EXISTS (SELECT 1 FROM applicants AS target WHERE target.organisation_id = ${organisationId}
				AND target.id = archived.target_id ${andWithin(ctx, sql`target.course_id`)})`
					: sql``
			}
		ORDER BY email.applicant_id`);
};

interface MailingContent {
	id: string;
	subject: string;
	content: string;
	comment: string | null;
	stageName: string | null;
	/** The stage that triggered it: an applicant who has left it gets no email. */
	stepId: string | null;
	letter: "stage" | "current" | null;
	channel: Channel;
	/** The reminder that it is of. */
	reminderId: string | null;
}

/** Finds the mailing of a reminder to the applicants of an application whose recipients are not all collected. */
export const findGathering = async (
	{ db, organisationId }: OrgContext,
	reminderId: string,
	applicationId: string,
): Promise<string | undefined> => {
	const [found] = await db.all<{ id: string }>(sql`
		SELECT id FROM mailings WHERE organisation_id = ${organisationId} AND reminder_id = ${reminderId}
			AND application_id = ${applicationId} AND status = 'gathering' ORDER BY created_at LIMIT 1`);
	return found?.id;
};

interface FileRow {
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
}

/** Finds a mailing with its files, from which its emails are made; undefined when there is none. */
export const readMailing = async ({ db, organisationId }: OrgContext, mailingId: string) => {
	const [[mailing], files] = await Promise.all([
		db.all<MailingContent>(sql`
			SELECT mailing.id, channel, subject, content, comment, letter, reminder_id AS reminderId, CASE WHEN event_id IS NOT NULL THEN step.name END AS stageName,
				CASE WHEN event_id IS NOT NULL THEN step_id END AS stepId
			FROM mailings AS mailing
			LEFT JOIN workflow_steps AS step ON step.organisation_id = ${organisationId} AND step.id = mailing.step_id
			WHERE mailing.organisation_id = ${organisationId} AND mailing.id = ${mailingId}`),
		db.all<FileRow>(sql`
			SELECT name, mimetype, size, object_key AS objectKey FROM mailing_attachments
			WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId} ORDER BY position`),
	]);
	return mailing && { mailing, files };
};

/** Finds when the next email is due, UTC milliseconds; undefined when none waits or none may be sent. */
export const findNextDue = async (
	{ db, organisationId }: OrgContext,
	{ mailingId, emailId }: { mailingId: string; emailId?: string | undefined },
): Promise<number | undefined> => {
	const [next] = await db.all<{ dueAt: number | null }>(sql`
		SELECT max(mailing.send_after, (
			SELECT min(due_at) FROM emails WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}
				AND status = 'queued' ${emailId === undefined ? sql`` : sql`AND id = ${emailId}`})) AS dueAt
		FROM mailings AS mailing
		WHERE mailing.organisation_id = ${organisationId} AND mailing.id = ${mailingId} AND mailing.status = 'ready'`);
	return next?.dueAt ?? undefined;
};

/** Finds why emails of a mailing failed: the reason if all have the same, otherwise undefined. */
export const findOneReason = async (
	{ db, organisationId }: OrgContext,
	{ mailingId, emailId }: { mailingId: string; emailId?: string | undefined },
): Promise<string | undefined> => {
	const reasons = await db.all<{ reason: string | null }>(sql`
		SELECT DISTINCT reason FROM emails WHERE organisation_id = ${organisationId} AND mailing_id = ${mailingId}
			AND status = 'failed' ${emailId === undefined ? sql`` : sql`AND id = ${emailId}`} LIMIT 2`);
	return reasons.length === 1 ? (reasons[0]?.reason ?? undefined) : undefined;
};
