import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { backgroundOrgContext } from "#worker/events/background";
import { scopeOfUser } from "#worker/http/scope-of-user";
import { type ReportTaskInput, reportTask } from "#worker/services/application-reports/contract";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { reportReaders } from "#worker/services/report-schedules/contract";
import { lastReport, nextReport } from "#worker/services/report-schedules/due-day";
import { findSchedule, type Schedule } from "#worker/services/report-schedules/queries";
import { planSchedule, takeSchedule, writePeriod, writeReportSent } from "#worker/services/report-schedules/writes";
import { activeHoldersOf } from "#worker/services/users/queries";
import type { Errand } from "#worker/tasks/errand";
import { newTask, sendJob } from "#worker/tasks/start-task";

export const scheduleErrand = "report-schedule";

/** How long a delivery has a schedule to itself: one that dies is begun again after this. */
const leaseMs = 5 * 60_000;
/** Two reports that are sent by hand have this between them. why: a second click would mail everybody twice. */
const shortestGapMs = 60_000;

const problems = {
	nobody: "None of its recipients may see application reports any more. Choose others.",
	noApplication: "Its application was deleted. Choose another one.",
};

/** Sends the report of a schedule whose time has come, once for its day, and plans the next one. */
export const runSchedule: Errand = {
	name: scheduleErrand,
	run: async (request, { organisationId, id }) => {
		const db = request.databaseFor(organisationId);
		const now = request.now();
		if (!(await takeSchedule({ db, organisationId }, id, { now, until: now + leaseMs }))) return undefined;
		const found = await findSchedule(db, organisationId, id);
		if (!found) return undefined;
		const { schedule, timeZone } = found;
		const last = lastReport(now, schedule, timeZone);
		const ctx = backgroundOrgContext(request, organisationId, { id: "", name: schedule.name, email: "" });
		// why updatedAt: what was saved after its time begins with the next one.
		const sent = last && last.moment > schedule.updatedAt ? await sendReports(ctx, schedule, last.day) : undefined;
		const problem = sent && !sent.ok ? sent.problem.error : undefined;
		await planSchedule(ctx, schedule, nextReport(now, schedule, timeZone), problem === undefined ? {} : { problem });
		return undefined;
	},
};

/** Sends the report of a schedule at a user's request (§7 POST /report-settings/{id}/send). */
export const sendNow = async (ctx: OrgContext, id: string) => {
	const found = await findSchedule(ctx.db, ctx.organisationId, id);
	return found ? sendReports(ctx, found.schedule) : fail("not_found");
};

/**
 * Starts a report for each recipient, of the applicants that they may see, in their own name: they find it among their
 * downloads. Who may not see reports any more is left out. @param day that it is sent for, once; left out, by hand
 */
const sendReports = async (ctx: OrgContext, schedule: Schedule, day?: string) => {
	const [applicationTitle, holders] = await Promise.all([
		findApplicationTitle(ctx, schedule.applicationId),
		activeHoldersOf(ctx, reportReaders),
	]);
	if (applicationTitle === undefined) return fail("application_unavailable", { message: problems.noApplication });
	const recipients = holders.filter(({ id }) => schedule.recipients.includes(id));
	if (recipients.length === 0) return fail("recipient_unknown", { message: problems.nobody });
	const { applicationId, name, frequency } = schedule;
	const started = await Promise.all(
		recipients.map(async (recipient) =>
			newTask(await contextOf(ctx, recipient), {
				type: reportTask,
				total: 2,
				makesFile: true,
				applicationTitle,
				input: {
					applicationId,
					emails: [recipient.email],
					asOf: ctx.now(),
					schedule: { name, frequency },
				} satisfies ReportTaskInput,
			}),
		),
	);
	const [first, ...others] = started;
	if (!first) return ok({ recipients: 0 });
	const sentWrite = (unlessSince?: number) => writeReportSent(ctx, schedule.id, recipients.length, unlessSince);
	const tasks = started.map(({ write }) => write);
	const committed = await commit(ctx, {
		...(day === undefined
			? { guarded: { write: sentWrite(ctx.now() - shortestGapMs), expectedChanges: 1 }, writes: tasks }
			: {
					guarded: { write: writePeriod(ctx, schedule.id, day), expectedChanges: 1 },
					writes: [sentWrite(), ...tasks],
				}),
		event: first.event,
		further: others.map(({ event }) => event),
	});
	if (!committed) return day === undefined ? fail("schedule_just_sent") : ok({ recipients: 0 });
	for (const { taskId } of started) await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	return ok({ recipients: recipients.length });
};

/** Returns the context of a recipient: their name, and the applicants whose reports they may see. */
const contextOf = async (
	ctx: OrgContext,
	recipient: { id: string; name: string; email: string },
): Promise<OrgContext> =>
	backgroundOrgContext(ctx, ctx.organisationId, recipient, await scopeOfUser(ctx, recipient.id, reportReaders));
