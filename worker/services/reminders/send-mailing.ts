import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import { commit } from "#worker/database/commit";
import { countGathered } from "#worker/services/emails/audience.queries";
import { emailTask } from "#worker/services/emails/contract";
import { dropGathering, gatherClaimed, writeMailing, writeReady } from "#worker/services/emails/gather.writes";
import { findGathering } from "#worker/services/emails/mailing.queries";
import { mailingPath } from "#worker/services/emails/mailings.contract";
import { newTask, sendJob } from "#worker/tasks/start-task";

interface Reminding {
	reminderId: string;
	application: { id: string; title: string };
	templateId: string;
	subject: string;
	content: string;
	/** Notes the next people who get the mailing. @returns how many, none at the end */
	claim(mailingId: string): Promise<number>;
}

/**
 * Makes one mailing of a reminder to everybody who is noted for it, and starts its task. A mailing that a crash left half
 * done is finished, so that nobody who was noted is left out.
 */
export const sendReminderMailing = async (ctx: OrgContext, { reminderId, application, claim, ...text }: Reminding) => {
	const begun = await findGathering(ctx, reminderId, application.id);
	const id = begun ?? ctx.newId();
	if (!begun) {
		const [first, ...others] = writeMailing(
			ctx,
			{ id, reminderId, applicationId: application.id, ...text, sendAfter: ctx.now(), senderUsername: ctx.actor.email },
			[],
		);
		if (first) await ctx.db.batch([first, ...others]);
	}
	while ((await claim(id)) > 0);
	await gatherClaimed(ctx, id);
	const total = await countGathered(ctx, id);
	if (total === 0) return void (await dropGathering(ctx, id));
	const { taskId, write, event } = newTask(ctx, {
		type: emailTask,
		input: { mailingId: id },
		total,
		applicationTitle: application.title,
		applicationId: application.id,
		topics: [topicOf("mails", application.id)],
		path: mailingPath(id),
	});
	const about = { applicationId: application.id, applicationTitle: application.title, subject: text.subject };
	// why it may fail: another delivery has made it ready, or has added somebody; then the next round finishes it.
	const ready = await commit(ctx, {
		guarded: { write: writeReady(ctx, id, taskId, { total }), expectedChanges: 1 },
		writes: [write],
		event: { type: "applicants.emailed", payload: { mailingId: id, taskId, ...about, total } },
		further: [event],
	});
	if (ready) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
};
