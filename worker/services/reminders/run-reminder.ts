import type { OrgContext } from "#worker/context";
import { backgroundOrgContext } from "#worker/events/background";
import { afterQuietHours, sendingTimes } from "#worker/local-time";
import { findApplicationTitle } from "#worker/services/applications/queries";
import {
	type ConcernedApplication,
	countSends,
	findApplications,
	findNextReferee,
	findPlan,
	type Plan,
} from "#worker/services/reminders/queries";
import { checkTemplate } from "#worker/services/reminders/record";
import { sendReminderMailing } from "#worker/services/reminders/send-mailing";
import { claimPeople, planReferees, planReminder, takeReferees, takeReminder } from "#worker/services/reminders/writes";
import { findTemplate } from "#worker/services/templates/queries";
import type { Errand } from "#worker/tasks/errand";

export const reminderErrand = "reminder";

const minuteMs = 60_000;
/** How long a delivery has a reminder to itself: one that dies is begun again after this. */
const leaseMs = 5 * minuteMs;
/** How long one delivery works. why: it has 30 seconds of CPU. */
const longestDeliveryMs = minuteMs;
/** Referees who are written to before the quiet hours are looked at again. */
const refereesAtOnce = 20;
/** The gaps after attempts to write to a referee; after the last one it is given up. */
const refereeGapsMs = [10 * minuteMs, 60 * minuteMs, 240 * minuteMs] as const;

/** Writes to referees with a new link each, as their feature does. @returns the result of each */
export type NotifyReferees = (
	ctx: OrgContext,
	asked: { ids: readonly string[]; text: Text },
) => Promise<{ value: { outcomes: readonly { id: string; outcome: string }[] } }>;

/** Sends a reminder whose time has come, and plans its next round. May be delivered twice: each person is noted once. */
export const runReminderBy = (notifyReferees: NotifyReferees): Errand => ({
	name: reminderErrand,
	run: async (request, { organisationId, id }) => {
		const db = request.databaseFor(organisationId);
		const now = request.now();
		if (!(await takeReminder({ db, organisationId }, id, { now, until: now + leaseMs }))) return undefined;
		const plan = await findPlan(db, organisationId, id);
		if (!plan) return undefined;
		const actor = { id: "", name: `Reminder “${plan.reminder.name}”`, email: `Reminder: ${plan.reminder.name}` };
		const isOver = await runRound(backgroundOrgContext(request, organisationId, actor), plan, notifyReferees);
		return isOver ? undefined : 1;
	},
});

/** Does as much of a round as one delivery may. @returns false when the rest is for another delivery at once */
const runRound = async (ctx: OrgContext, plan: Plan, notifyReferees: NotifyReferees): Promise<boolean> => {
	const { reminder, hours } = plan;
	const { last, next } = sendingTimes(ctx.now(), reminder.time, hours);
	const later = async (nextAt: number, outcome = {}) => {
		await planReminder(ctx, reminder, nextAt, outcome);
		return nextAt > ctx.now();
	};
	const allowedAt = afterQuietHours(ctx.now(), hours);
	if (allowedAt > ctx.now()) return later(allowedAt);
	// why updatedAt: what was saved after its time begins the next day.
	const isDue = last > Math.max(reminder.ranAt, reminder.updatedAt);
	const retryAt = isDue ? undefined : await findNextReferee(ctx, reminder.id);
	if (!isDue && (retryAt === undefined || retryAt > ctx.now())) return later(Math.min(next, retryAt ?? next));
	if (reminder.applicationId && (await findApplicationTitle(ctx, reminder.applicationId)) === undefined)
		return later(next, { ranAt: ctx.now(), problem: "Its application was deleted. Choose another one." });
	const refused = await checkTemplate(ctx, reminder.templateId);
	const template = refused ? undefined : await findTemplate(ctx, reminder.templateId);
	if (!template)
		return later(next, {
			ranAt: ctx.now(),
			problem: "Its template is no longer in use, or was deleted. Choose another.",
		});
	const text = { subject: template.subject ?? template.name, content: template.content };
	if (isDue)
		for (const application of await findApplications(ctx, reminder, hours.timeZone))
			await gather(ctx, plan, application, { ...text, templateId: template.id });
	const waiting =
		reminder.audience === "referees" ? await writeToReferees(ctx, plan, { text, notifyReferees }) : undefined;
	if (waiting === "more") return later(ctx.now());
	if (!isDue) return later(Math.min(next, waiting ?? next));
	const sent = await countSends(ctx, reminder.id, last);
	const outcome = { ranAt: ctx.now(), problem: null, ...(sent > 0 && { lastSentAt: ctx.now(), lastSent: sent }) };
	return later(Math.min(next, waiting ?? next), outcome);
};

interface Text {
	subject: string;
	content: string;
}

/** Notes the people of one application who are to be written to, and has applicants sent a mailing. */
const gather = async (
	ctx: OrgContext,
	plan: Plan,
	application: ConcernedApplication,
	text: Text & { templateId: string },
): Promise<void> => {
	const claim = (mailingId: string | null) => claimPeople(ctx, { plan, application, mailingId });
	if (plan.reminder.audience === "referees") {
		while ((await claim(null)) > 0);
		return;
	}
	await sendReminderMailing(ctx, { reminderId: plan.reminder.id, application, ...text, claim });
};

/**
 * Writes to the referees who are due, some at a time. @returns when the next of them is due, if any; "more" when this
 * delivery has taken its time
 */
const writeToReferees = async (
	ctx: OrgContext,
	{ reminder, hours }: Plan,
	{ text, notifyReferees }: { text: Text; notifyReferees: NotifyReferees },
): Promise<number | "more" | undefined> => {
	const end = ctx.now() + longestDeliveryMs;
	while (ctx.now() < end) {
		const allowedAt = afterQuietHours(ctx.now(), hours);
		if (allowedAt > ctx.now()) return allowedAt;
		const taken = await takeReferees(ctx, reminder.id, { size: refereesAtOnce, until: ctx.now() + leaseMs });
		if (taken.length === 0) return findNextReferee(ctx, reminder.id);
		const { outcomes } = (await notifyReferees(ctx, { ids: taken.map(({ subjectId }) => subjectId), text })).value;
		await planReferees(
			ctx,
			reminder.id,
			taken.map(({ subjectId, attempts }) => {
				const isFailed = outcomes.some(({ id, outcome }) => id === subjectId && outcome === "failed");
				const gapMs = refereeGapsMs[attempts - 1];
				return { id: subjectId, dueAt: isFailed && gapMs !== undefined ? ctx.now() + gapMs : null };
			}),
		);
	}
	return "more";
};
