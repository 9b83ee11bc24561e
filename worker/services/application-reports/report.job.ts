import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { fail, ok, type Result } from "#worker/contract/result";
import { escapeHtml } from "#worker/contract/text/escape-html";
import { visibleLine } from "#worker/contract/text/visible-text";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import { type Mail, MailError, type Mailer } from "#worker/gateways/mail/interface";
import { localMoments, momentInName } from "#worker/gateways/spreadsheets/local-moments";
import { downloadReport, type ReportTaskInput, reportTask } from "#worker/services/application-reports/contract";
import { countByHour, countByStepAndCourse } from "#worker/services/application-reports/queries";
import { reportWorkbook } from "#worker/services/application-reports/report-workbook";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { organisationById } from "#worker/services/organisation/queries";
import { selectReasonCounts } from "#worker/services/reasons/queries";
import { activeHoldersOf } from "#worker/services/users/queries";
import { downloadsFolder } from "#worker/sweep/old-downloads";
import type { Job, OpenTask, RunSlice, SliceNews } from "#worker/tasks/job";
import { advanceTask } from "#worker/tasks/task.writes";

const Input: v.GenericSchema<unknown, ReportTaskInput> = v.object({
	applicationId: v.string(),
	emails: v.array(v.string()),
	asOf: v.number(),
	schedule: v.optional(v.object({ name: v.string(), frequency: v.picklist(["daily", "weekly", "monthly"]) })),
});

/** The file, and the result of its mails. */
const Made = v.object({
	objectKey: v.string(),
	name: v.string(),
	mimetype: v.string(),
	size: v.number(),
	sent: v.optional(v.number()),
	failed: v.optional(v.number()),
	/** How often the mail whose turn it is was tried. */
	tries: v.optional(v.number(), 0),
	lastReason: v.optional(v.string()),
});
type Made = v.InferOutput<typeof Made>;

const each = { daily: "every day", weekly: "every week", monthly: "every month" };
const mimetype = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const maxTries = 4;
const gapSeconds = 60;

/** Makes the report of an application, then mails it: one slice the file, one each mail (§7 application-reports). */
export const reportJob: Job = {
	type: reportTask,
	readers: downloadReport.access,
	retry: { access: downloadReport.access },
	prepare: (given) => {
		const input = v.parse(Input, given);
		let mailer: Mailer | undefined;
		const run: RunSlice = (ctx, task) => {
			if (task.done === 0) return makeFile(ctx, task, input);
			mailer ??= chooseMailer(ctx);
			return mailNext(ctx, task, input, mailer);
		};
		run.close = async () => mailer?.close();
		return run;
	},
	failureOf: async (_ctx, task) => {
		const { sent = 0, failed = 0, lastReason } = v.parse(Made, task.result);
		return failed > 0 && sent === 0 ? (lastReason ?? "The report could not be mailed.") : undefined;
	},
};

const makeFile = async (
	ctx: OrgContext,
	task: OpenTask,
	{ applicationId, asOf }: ReportTaskInput,
): Promise<Result<undefined>> => {
	const [applicationTitle, counts, hours, reasons, [organisation]] = await Promise.all([
		findApplicationTitle(ctx, applicationId),
		countByStepAndCourse(ctx, applicationId),
		countByHour(ctx, applicationId),
		selectReasonCounts(ctx, applicationId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (applicationTitle === undefined || !organisation) return fail("application_unavailable");
	const { name: institution, courseAlias, timeZone } = organisation;
	const about = { institution, courseAlias, timeZone, applicationTitle, asOf };
	const bytes = await reportWorkbook({ ...about, counts, hours, reasons });
	const objectKey = `${downloadsFolder}${ctx.organisationId}/${task.id}/report.xlsx`;
	await ctx.env.FILES.put(objectKey, bytes, { httpMetadata: { contentType: mimetype } });
	const name = `Report of ${applicationTitle} ${momentInName(localMoments(timeZone)(ctx.now()))}.xlsx`;
	const result = { objectKey, name, mimetype, size: bytes.length };
	await ctx.db.batch([advanceTask(ctx, task, { done: 1, result })]);
	return ok(undefined);
};

const mailNext = async (
	ctx: OrgContext,
	task: OpenTask,
	{ emails, schedule }: ReportTaskInput,
	mailer: Mailer,
): Promise<Result<SliceNews | undefined>> => {
	const made = v.parse(Made, task.result);
	const to = emails[task.done - 1];
	const [[organisation], object] = await Promise.all([
		organisationById(ctx.db, ctx.organisationId),
		ctx.env.FILES.get(made.objectKey),
	]);
	if (!organisation || !object || to === undefined) return fail("not_found");
	const file = { name: made.name, mimetype, bytes: new Uint8Array(await object.arrayBuffer()) };
	const why = schedule
		? `It is sent to you ${each[schedule.frequency]} by the schedule “${visibleLine(schedule.name)}”.`
		: `${visibleLine(ctx.actor.name)} of ${organisation.name} asked for it to be sent to you.`;
	const about = { organisation, applicationTitle: task.applicationTitle ?? "", why };
	// why again: between the plan and the mail, somebody may have left, or have another role.
	if (schedule && (await activeHoldersOf(ctx, downloadReport.access, ctx.actor.id)).length === 0)
		return goOn(ctx, task, countFailed(made, "Its recipient may not see application reports any more."));
	try {
		await mailer.send(reportMail({ id: `${task.id}-${task.done}`, to, file, ...about }));
	} catch (error) {
		if (!(error instanceof MailError)) throw error;
		const tries = made.tries + 1;
		if (error.isFinal || tries >= maxTries) return goOn(ctx, task, countFailed(made, error.reason));
		await ctx.db.batch([advanceTask(ctx, task, { done: task.done, result: { ...made, tries } })]);
		const askedSeconds = Math.ceil((error.retryAfterMs ?? 0) / 1_000);
		return ok({ againInSeconds: Math.max(gapSeconds * tries, askedSeconds) });
	}
	return goOn(ctx, task, { ...made, tries: 0, sent: (made.sent ?? 0) + 1 });
};

const countFailed = (made: Made, lastReason: string): Made => ({
	...made,
	tries: 0,
	lastReason,
	failed: (made.failed ?? 0) + 1,
});

const goOn = async (ctx: OrgContext, task: OpenTask, result: Made): Promise<Result<undefined>> => {
	await ctx.db.batch([advanceTask(ctx, task, { done: task.done + 1, result })]);
	return ok(undefined);
};

interface ReportMail {
	/** The same whenever it is tried again. */
	id: string;
	organisation: { id: string; name: string; courseAlias: string };
	applicationTitle: string;
	to: string;
	/** Why it is sent, in a sentence. */
	why: string;
	file: { name: string; mimetype: string; bytes: Uint8Array<ArrayBuffer> };
}

/** The mail that brings a report to a member of staff (§7 POST /application-reports/send). */
const reportMail = ({ id, organisation, applicationTitle, to, why, file }: ReportMail): Mail => {
	const title = visibleLine(applicationTitle);
	const paragraphs = [
		`The report of ${title} is attached: its applicants by stage, ${organisation.courseAlias} and day, and the reasons that were given.`,
		why,
	];
	return {
		organisationId: organisation.id,
		id,
		to,
		fromName: organisation.name,
		subject: `Report of ${title}`,
		text: `${paragraphs.join("\n\n")}\n`,
		html: paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n"),
		attachments: [file],
	};
};
