import { type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { offersPlace } from "#worker/contract/stage-types";
import { andWithin } from "#worker/database/scope";
import type { Step } from "#worker/services/applicants/change.queries";
import type { CompiledFilter } from "#worker/services/applicants/filter.queries";
import { countHolders, countNamedHolders, isAt } from "#worker/services/applicants/matching.queries";
import type { Channel } from "#worker/services/emails/contract";
import { hindrancesTo, namesOfHindrances } from "#worker/services/workflows/hindrances.queries";
import type { TaskInput } from "#worker/tasks/task.writes";

interface StepFile {
	name: string;
	mimetype: string;
	size: number;
	objectKey: string;
}

export interface StepTemplates {
	undoWindowSeconds: number;
	emailId: string | null;
	emailName: string | null;
	subject: string | null;
	content: string | null;
	letterId: string | null;
	letterName: string | null;
	smsId: string | null;
	smsName: string | null;
	smsContent: string | null;
}

/** Reads the templates of a step that are in use, its files, and the institution's undo window. */
export const readStepTemplates = async ({ db, organisationId }: OrgContext, stepId: string) => {
	const [[templates], files] = await Promise.all([
		db.all<StepTemplates>(sql`
			SELECT organisation.undo_window_seconds AS undoWindowSeconds, email.id AS emailId, email.name AS emailName, email.subject,
				email.content, letter.id AS letterId, letter.name AS letterName,
				sms.id AS smsId, sms.name AS smsName, sms.content AS smsContent
			FROM organisations AS organisation
			LEFT JOIN workflow_steps AS step ON step.organisation_id = organisation.id AND step.id = ${stepId}
			LEFT JOIN templates AS email ON email.organisation_id = organisation.id AND email.id = step.email_template_id
				AND email.type = 'email' AND email.active = 1
			LEFT JOIN templates AS letter ON letter.organisation_id = organisation.id AND letter.id = step.pdf_template_id
				AND letter.type = 'document' AND letter.active = 1
			LEFT JOIN templates AS sms ON sms.organisation_id = organisation.id AND sms.id = step.sms_template_id
				AND sms.type = 'sms' AND sms.active = 1
			WHERE organisation.id = ${organisationId}`),
		db.all<StepFile>(sql`
			SELECT name, mimetype, size, object_key AS objectKey FROM workflow_step_attachments
			WHERE organisation_id = ${organisationId} AND step_id = ${stepId} AND removed_at IS NULL ORDER BY created_at, id`),
	]);
	return { templates, files };
};

/**
 * Counts those that staff may not have meant to move to a step: those who have submitted nothing and are offered a place, or whose
 * letter stays in force because the step neither offers a place nor makes a letter.
 */
export const countDoubtful = async (
	ctx: OrgContext,
	chosen: { ids: readonly string[] } | { filter: CompiledFilter },
	{ id, type, workflowId }: Step,
	makesLetter: boolean,
) => {
	const count = (isDoubtful: SQL) =>
		"ids" in chosen ? countNamedHolders(ctx, chosen.ids, isDoubtful) : countHolders(ctx, chosen.filter, isDoubtful);
	const offers = offersPlace(type);
	return {
		unsubmitted: offers ? await count(isAt.stageOfType(ctx.organisationId, workflowId, "REGISTRATION")) : 0,
		withLetter:
			offers || makesLetter ? 0 : await count(sql`applicant.letter_url IS NOT NULL AND NOT ${isAt.stage(id)}`),
	};
};

/** Names a mailing of a run, which has one for each application and channel. */
export const mailingKey = (channel: Channel, applicationId: string): string => `${channel} ${applicationId}`;

/** Finds the mailings that collect the messages of a run, by `mailingKey`. */
export const gatheringMailings = async (
	{ db, organisationId }: OrgContext,
	runId: string,
): Promise<ReadonlyMap<string, string>> => {
	const rows = await db.all<{ id: string; channel: Channel; applicationId: string }>(sql`
		SELECT id, channel, application_id AS applicationId FROM mailings
		WHERE organisation_id = ${organisationId} AND event_id = ${runId} AND status = 'gathering'`);
	return new Map(rows.map(({ id, channel, applicationId }) => [mailingKey(channel, applicationId), id]));
};

/** Finds the mailings of a run whose task has ended, with the number of emails in each. */
export const findUnreleased = ({ db, organisationId }: OrgContext, runId: string) =>
	db.all<{ id: string; channel: Channel; applicationId: string; applicationTitle: string | null; mails: number }>(sql`
		SELECT mailing.id, mailing.channel, mailing.application_id AS applicationId, application.title AS applicationTitle,
			(SELECT count(*) FROM emails
				WHERE organisation_id = ${organisationId} AND mailing_id = mailing.id) AS mails
		FROM mailings AS mailing
		LEFT JOIN applications AS application
			ON application.organisation_id = ${organisationId} AND application.id = mailing.application_id
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId}
			AND mailing.status = 'gathering'`);

/** The condition that no email of the run has been started. why a condition: it and an undo exclude each other. */
export const noMailBegun = ({ organisationId }: OrgContext, runId: string): SQL =>
	sql`NOT EXISTS (SELECT 1 FROM mailings AS mailing CROSS JOIN emails AS email
		ON email.organisation_id = ${organisationId} AND email.mailing_id = mailing.id AND email.attempts > 0
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId})`;

/** Finds the unfinished tasks that send the emails of a run. */
export const findTasksOfRun = async ({ db, organisationId }: OrgContext, runId: string) => {
	const rows = await db.all<{ id: string; type: string; userId: string; input: string; total: number }>(sql`
		SELECT task.id, task.type, task.created_by AS userId, task.input, task.total
		FROM mailings AS mailing CROSS JOIN tasks AS task
			ON task.organisation_id = ${organisationId} AND task.id = mailing.task_id AND task.status = 'STARTED'
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId}`);
	return rows.map(({ input, ...task }) => ({ ...task, input: JSON.parse(input) as TaskInput }));
};

/** Counts the emails and SMS withdrawn with a run. */
export const countDroppedMails = async ({ db, organisationId }: OrgContext, runId: string) => {
	const [counted] = await db.all<{ emails: number; texts: number }>(sql`
		SELECT count(*) FILTER (WHERE mailing.channel = 'email') AS emails,
			count(*) FILTER (WHERE mailing.channel = 'sms') AS texts FROM mailings AS mailing CROSS JOIN emails AS email
			ON email.organisation_id = ${organisationId} AND email.mailing_id = mailing.id
		WHERE mailing.organisation_id = ${organisationId} AND mailing.event_id = ${runId} AND mailing.status = 'dropped'`);
	return counted ?? { emails: 0, texts: 0 };
};

interface StageRow {
	id: string;
	name: string;
	type: string;
	roleIds: string | null;
	current: number;
	courseId: string;
	hindrances: string;
}

/** Reads the steps of an applicant's workflow with what stands in the way of a move there, roles left aside. */
export const findNextStages = (ctx: OrgContext, applicantId: string) =>
	ctx.db.all<StageRow>(sql`
		SELECT step.id, step.name, step.type, step.role_ids AS roleIds, step.id = applicant.step_id AS current,
			applicant.course_id AS courseId,
			${namesOfHindrances(hindrancesTo(ctx.organisationId, sql`step.id`, null))} AS hindrances
		FROM applicants AS applicant
		CROSS JOIN applications AS application
			ON application.organisation_id = ${ctx.organisationId} AND application.id = applicant.application_id
		CROSS JOIN workflow_steps AS step
			ON step.organisation_id = ${ctx.organisationId} AND step.workflow_id = application.workflow_id
		WHERE applicant.organisation_id = ${ctx.organisationId} AND applicant.id = ${applicantId}
			${andWithin(ctx, sql`applicant.course_id`)}
		ORDER BY step.position`);
