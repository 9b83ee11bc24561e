import * as v from "valibot";
import type { OrgContext, RequestContext } from "#worker/context";
import { ok } from "#worker/contract/result";
import type { Write } from "#worker/database/commit";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import type { MailError, Mailer } from "#worker/gateways/mail/interface";
import { chooseSms } from "#worker/gateways/sms/choose-sms";
import { afterQuietHours } from "#worker/local-time";
import { type Carrier, mailCarrier, smsCarrier } from "#worker/services/emails/carriers";
import { type ClaimedMail, claimMails, writeReleased } from "#worker/services/emails/claims.writes";
import { type Channel, taskOf } from "#worker/services/emails/contract";
import { type Lease, leaseMs } from "#worker/services/emails/hold-leases";
import { readMailFiles } from "#worker/services/emails/mail-files";
import { findNextDue, findOneReason, readMailing } from "#worker/services/emails/mailing.queries";
import { writeAllFailed } from "#worker/services/emails/outcomes.writes";
import {
	EmailTaskInput,
	EmailTaskState,
	failedNotices,
	writeFailedAgain,
	writeOutage,
} from "#worker/services/emails/progress.writes";
import { gapAfter, retryGapsMs, type Sending, sendSlice } from "#worker/services/emails/send-slice";
import { sendEmail } from "#worker/services/emails/sending.contract";
import { asSender } from "#worker/services/organisation/contract";
import { organisationById } from "#worker/services/organisation/queries";
import type { Job, OpenTask, RunSlice, SliceNews } from "#worker/tasks/job";
import { smallestSize } from "#worker/tasks/pace";
import { completeTask } from "#worker/tasks/task.writes";

const sliceSize = 20;
/** Emails sent side by side: a Worker has six connections, and a mail server prefers fewer. */
const usualConcurrency = 4;
/** How long one slice starts sending. */
const longestSliceMs = 60_000;
/** The most emails that one statement fails. */
const givenUpAtOnce = 500;
/** why: a wait of zero would be requested again and again. */
const shortestRestSeconds = 3;

/**
 * Sends the emails of a mailing, each once (§7 POST /email/candidates): a delivery holds the lease of an email while
 * it sends it, and an email sent again after a crash has the same id in every transport.
 */
export const sendEmailsJobBy = (openMailer: (ctx: RequestContext) => Mailer, options?: JobOptions): Job =>
	sendJobBy("email", (ctx) => mailCarrier(openMailer(ctx)), options);

type JobOptions = Pick<Sending, "renewEveryMs">;
/** A mailing as it is read once for all slices. */
type Opened = Omit<Sending, "taskId" | "concurrency">;

const sendJobBy = (
	channel: Channel,
	openCarrier: (ctx: RequestContext) => Carrier,
	{ renewEveryMs }: JobOptions = {},
): Job => ({
	type: taskOf[channel],
	isDecided: true,
	prepare: (given) => {
		const input = v.parse(EmailTaskInput, given);
		let opened: Promise<Opened | undefined> | undefined;
		let carrier: Carrier | undefined;
		const open = async (ctx: OrgContext) => {
			carrier ??= openCarrier(ctx);
			return readSending(ctx, input, carrier);
		};
		const run: RunSlice = async (ctx, task, size) => {
			opened ??= open(ctx);
			const sending = await opened;
			// why one by one: slices are smallest while others wait for the database, to which each email is written by itself.
			const concurrency = size > smallestSize ? usualConcurrency : 1;
			return ok(await workOn(ctx, task, input, sending && { ...sending, renewEveryMs, concurrency }));
		};
		run.close = async () => carrier?.close();
		return run;
	},
	retry: {
		access: sendEmail.access,
		isWanted: ({ result }) => v.parse(EmailTaskState, result ?? {}).failed > 0,
		writes: (ctx, task) => writeFailedAgain(ctx, v.parse(EmailTaskInput, task.input), task.id),
	},
	failureOf: async (ctx, task) => {
		const { sent, failed } = v.parse(EmailTaskState, task.result ?? {});
		if (sent > 0 || failed === 0) return undefined;
		return (await findOneReason(ctx, v.parse(EmailTaskInput, task.input))) ?? failedNotices[channel];
	},
});

export const sendEmailsJob = sendEmailsJobBy(chooseMailer);
/** Sends the SMS of a mailing in the same way, with the same waits. */
export const sendSmsJob = sendJobBy("sms", (ctx) => smsCarrier(chooseSms(ctx)));

const readSending = async (
	ctx: OrgContext,
	{ mailingId, emailId }: EmailTaskInput,
	carrier: Carrier,
): Promise<Opened | undefined> => {
	const [found, [organisation]] = await Promise.all([
		readMailing(ctx, mailingId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!found || !organisation) return undefined;
	// why: a user who sends an email again by hand has seen the applicant's stage.
	const writing = emailId === undefined ? found.mailing : { ...found.mailing, stepId: null };
	// why not by hand: who sends an email again means now.
	const quiet = found.mailing.reminderId !== null && emailId === undefined ? organisation : undefined;
	return {
		organisation: asSender(ctx.env.PORTAL_ORIGIN, organisation),
		carrier,
		writing,
		quiet,
		attachments: await readMailFiles(ctx, found.files),
	};
};

const workOn = async (
	ctx: OrgContext,
	task: OpenTask,
	input: EmailTaskInput,
	sending: Omit<Sending, "taskId"> | undefined,
): Promise<SliceNews | undefined> => {
	const state = v.parse(EmailTaskState, task.result ?? {});
	if (state.waitsUntil > ctx.now()) return restUntil(ctx, state.waitsUntil);
	if (!sending) return endIdle(ctx, task);
	const allowedAt = sending.quiet ? afterQuietHours(ctx.now(), sending.quiet) : ctx.now();
	if (allowedAt > ctx.now()) return restUntil(ctx, allowedAt);
	if (state.outages > retryGapsMs.length)
		return failDue(ctx, task, input, { channel: sending.carrier.channel, ...state });
	const latestStart = ctx.now() + longestSliceMs;
	const lease: Lease = { until: ctx.now() + leaseMs, lost: new Set() };
	const claimed = await claimMails(ctx, input, { size: sliceSize, until: lease.until });
	if (claimed.length === 0) return waitForNext(ctx, task, input);
	const { outage, untried } = await sendSlice(ctx, { ...sending, taskId: task.id }, claimed, {
		lease,
		latestStart,
	});
	if (outage) return waitOut(ctx, task, { outage, untried, lease, outages: state.outages + 1 });
	if (untried.length > 0) await ctx.db.batch([writeReleased(ctx, untried, { lease, dueAt: ctx.now() })]);
	return "tried";
};

interface Outage {
	outage: MailError;
	untried: readonly ClaimedMail[];
	lease: Lease;
	/** How many outages in a row there were. */
	outages: number;
}

/** Handles an outage: the emails that it stopped are due again after a gap, and nothing is tried before. */
const waitOut = async (
	ctx: OrgContext,
	task: OpenTask,
	{ outage, untried, lease, outages }: Outage,
): Promise<SliceNews> => {
	const gapMs = gapAfter(outages, outage) ?? 0;
	const waitsUntil = ctx.now() + gapMs;
	const { reason } = outage;
	await ctx.db.batch([
		writeReleased(ctx, untried, { lease, dueAt: waitsUntil, reason }),
		writeOutage(ctx, task.id, { outages, waitsUntil, reason }),
	]);
	return gapMs === 0 ? "tried" : restUntil(ctx, waitsUntil);
};

/** Fails due emails, some hundred at a time, when the outage outlasts every gap. */
const failDue = async (
	ctx: OrgContext,
	task: OpenTask,
	input: EmailTaskInput,
	{ channel, reason = failedNotices[channel] }: { channel: Channel; reason?: string | undefined },
): Promise<SliceNews | undefined> => {
	const next = await findNextDue(ctx, input);
	if (next === undefined || next > ctx.now()) return waitForNext(ctx, task, input);
	const writes = writeAllFailed(ctx, input, { taskId: task.id, channel, reason, size: givenUpAtOnce });
	await ctx.db.batch(writes as [Write, ...Write[]]);
	return "tried";
};

/** Handles a slice without due emails: some are due later, all are done, or the mailing was withdrawn. */
const waitForNext = async (ctx: OrgContext, task: OpenTask, input: EmailTaskInput): Promise<SliceNews | undefined> => {
	const next = await findNextDue(ctx, input);
	return next === undefined ? endIdle(ctx, task) : restUntil(ctx, next);
};

const endIdle = async (ctx: OrgContext, task: OpenTask): Promise<undefined> => {
	await ctx.db.batch([completeTask(ctx, task.id)]);
};

const restUntil = ({ now }: OrgContext, moment: number): SliceNews => ({
	againInSeconds: Math.max(shortestRestSeconds, Math.ceil((moment - now()) / 1_000)),
});
