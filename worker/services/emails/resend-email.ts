import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { commit } from "#worker/database/commit";
import { writeRequeued } from "#worker/services/emails/claims.writes";
import { emailTask } from "#worker/services/emails/contract";
import { isAbandoned } from "#worker/services/emails/delivery-state";
import { findEmail } from "#worker/services/emails/emails.queries";
import { newTask, sendJob } from "#worker/tasks/start-task";
import { addToTask } from "#worker/tasks/task.writes";

interface Which {
	applicantId: string;
	emailId: string;
}

/** Sends a failed email again: by the task that still works on its mailing, or by a task of its own. */
export const resendEmail = async (ctx: OrgContext, { applicantId, emailId }: Which) => {
	const mail = await findEmail(ctx, { applicantId, emailId });
	if (!mail) return fail("not_found");
	const isOver = mail.status === "failed" || isAbandoned({ ...mail, isWorkedOn: mail.openTaskId !== null }, ctx.now());
	if (!isOver) return fail("email_not_failed");
	const taskId = mail.openTaskId === null ? await sendAlone(ctx, mail, applicantId) : await sendWith(ctx, mail);
	if (!taskId) return fail("email_not_failed");
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId });
	return ok({ id: emailId, status: "QUEUED" as const });
};

type Found = NonNullable<Awaited<ReturnType<typeof findEmail>>>;

/** @returns undefined when another user was faster */
const sendAlone = async (ctx: OrgContext, mail: Found, applicantId: string): Promise<string | undefined> => {
	const { taskId, write, event } = newTask(ctx, {
		type: emailTask,
		input: { mailingId: mail.mailingId, emailId: mail.id },
		total: 1,
		applicationTitle: mail.applicationTitle,
		applicationId: mail.applicationId,
		candidateIds: [applicantId],
		topics: [topicOf("mails", mail.applicationId)],
	});
	const guarded = { write: writeRequeued(ctx, mail), expectedChanges: 1 };
	return (await commit(ctx, { guarded, writes: [write], event })) && taskId;
};

const sendWith = async (ctx: OrgContext, mail: Found): Promise<string | undefined> => {
	const { openTaskId } = mail;
	if (openTaskId === null) return undefined;
	const requeued = await ctx.db.batch([writeRequeued(ctx, mail), addToTask(ctx, openTaskId)]);
	return requeued[1].length > 0 ? openTaskId : undefined;
};
