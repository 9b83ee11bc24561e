import type { OrgContext } from "#worker/context";
import { fillLine } from "#worker/contract/text/merge-text";
import type { Write } from "#worker/database/commit";
import { type MailAttachment, MailError } from "#worker/gateways/mail/interface";
import type { MailedInstitution } from "#worker/gateways/mail/mail-page";
import type { QuietHours } from "#worker/local-time";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { findMergeTarget } from "#worker/services/duplicates/merges.queries";
import type { Carrier } from "#worker/services/emails/carriers";
import type { ClaimedMail } from "#worker/services/emails/claims.writes";
import { type Institution, valuesFor, type Writing } from "#worker/services/emails/compose-mail";
import { holdLeases, type Lease } from "#worker/services/emails/hold-leases";
import { readMailFile } from "#worker/services/emails/mail-files";
import { writeAgain, writeFailed, writeSent } from "#worker/services/emails/outcomes.writes";
import { findLetterFiles, type LetterFile } from "#worker/services/letters/queries";

/** What all emails of a mailing share, and the transport. */
export interface Sending {
	taskId: string;
	organisation: Institution & MailedInstitution;
	writing: Writing;
	attachments: readonly MailAttachment[];
	carrier: Carrier;
	/** Hours in which nothing of the mailing is sent. */
	quiet?: QuietHours | undefined;
	/** How often leases are renewed, where it is not as usual. */
	renewEveryMs?: number | undefined;
	/** Emails sent side by side. */
	concurrency: number;
}

/** why: each email being sent holds its own copy of large files, and a Worker has 128 MB. */
const largeBytes = 2_000_000;

const reasons = {
	applicantGone: "The applicant is no longer on record.",
	stageLeft: "Not sent: the applicant had left the stage before it went out.",
	letterWithdrawn: "Not sent: its offer letter was withdrawn.",
	letterMissing: "Not sent: its offer letter could not be made. Make it on the record, then send the email again.",
	gaveUp: "It was tried several times and could not be sent.",
};

interface SliceOutcome {
	/** The outage that stopped the slice. */
	outage: MailError | undefined;
	/** Emails that the outage stopped, or for which there was no time. */
	untried: readonly ClaimedMail[];
}

/**
 * Sends the emails of a slice, which it has leased, and records each outcome at once. An exception ends it: unsent
 * emails are due again when their lease ends. After `latestStart` none is started.
 */
export const sendSlice = async (
	ctx: OrgContext,
	sending: Sending,
	claimed: readonly ClaimedMail[],
	{ lease, latestStart }: { lease: Lease; latestStart: number },
): Promise<SliceOutcome> => {
	const untried = new Set(claimed);
	const { renewEveryMs: everyMs } = sending;
	return holdLeases(ctx, untried, { lease, everyMs }, () => sendAll(ctx, sending, untried, { lease, latestStart }));
};

/** @param untried the emails to send; each leaves it with its outcome */
const sendAll = async (
	ctx: OrgContext,
	sending: Sending,
	untried: Set<ClaimedMail>,
	{ lease, latestStart }: { lease: Lease; latestStart: number },
): Promise<SliceOutcome> => {
	const claimed = [...untried];
	const [people, letters] = await Promise.all([
		readRecipients(
			ctx,
			claimed.map(({ applicantId }) => applicantId),
			[sending.writing.subject, sending.writing.content],
		),
		findLetterFiles(
			ctx,
			claimed.flatMap(({ letterId }) => letterId || []),
		),
	]);
	const waiting = claimed.values();
	let outage: MailError | undefined;
	let isBroken = false;
	const sendInTurn = async () => {
		for (const mail of waiting) {
			// why the lease: where it could not be renewed, another delivery may take what is left.
			if (outage || isBroken || ctx.now() > latestStart || ctx.now() >= lease.until) return;
			if (lease.lost.has(mail.id)) continue;
			try {
				const fault = await sendOne(ctx, sending, mail, {
					applicant: people.get(mail.applicantId),
					letter: letters.get(mail.letterId ?? ""),
				});
				if (fault) outage ??= fault;
				else untried.delete(mail);
			} catch (error) {
				isBroken = true;
				throw error;
			}
		}
	};
	const bytes = sending.attachments.reduce((sum, file) => sum + file.bytes.length, 0);
	const outcomes = await Promise.allSettled(
		Array.from({ length: bytes > largeBytes ? 1 : sending.concurrency }, sendInTurn),
	);
	const broken = outcomes.find((outcome) => outcome.status === "rejected");
	if (broken) throw broken.reason;
	return { outage, untried: [...untried] };
};

/** Reads the recipients of a mailing; a merged applicant is replaced by the target. */
const readRecipients = async (
	ctx: OrgContext,
	ids: readonly string[],
	texts: readonly string[],
): Promise<ReadonlyMap<string, MergeApplicant>> => {
	const people = await readMergeApplicants(ctx, ids, texts);
	const gone = ids.filter((id) => !people.has(id));
	if (gone.length === 0) return people;
	const targets = await Promise.all(gone.map(async (id) => [id, (await findMergeTarget(ctx, id)) ?? id] as const));
	const others = await readMergeApplicants(
		ctx,
		targets.map(([, target]) => target),
		texts,
	);
	const found = targets.flatMap(([id, target]) => {
		const other = others.get(target);
		return other ? [[id, other] as const] : [];
	});
	return new Map([...people, ...found]);
};

/** @returns the fault when it is not specific to this email: then nothing is recorded */
const sendOne = async (
	ctx: OrgContext,
	{ taskId, organisation, writing, attachments, carrier }: Sending,
	claimed: ClaimedMail,
	{ applicant, letter }: { applicant: MergeApplicant | undefined; letter: LetterFile | undefined },
): Promise<MailError | undefined> => {
	const { channel } = carrier;
	// why: the applicant's log shows it.
	const mail = { ...claimed, channel, applicantId: applicant?.id ?? claimed.applicantId };
	const write = async (writes: readonly Write[]) => void (await ctx.db.batch(writes as [Write, ...Write[]]));
	const fail = (reason: string, subject = writing.subject) =>
		write(writeFailed(ctx, mail, { reason, subject, taskId }));
	if (!applicant) return fail(reasons.applicantGone).then(() => undefined);
	if (writing.stepId && writing.stepId !== applicant.stepId) return fail(reasons.stageLeft).then(() => undefined);
	const values = valuesFor(organisation, writing, applicant, ctx.now());
	const subject = fillLine(writing.subject, values);
	// why: an email whose sending crashes the Worker is recorded only by its attempts.
	if (mail.attempts > retryGapsMs.length + 1) return fail(reasons.gaveUp, subject).then(() => undefined);
	if (letter?.isWithdrawn) return fail(reasons.letterWithdrawn, subject).then(() => undefined);
	const letterFile = letter && (await readMailFile(ctx, letter));
	if (!letterFile && (writing.letter === "stage" || mail.letterId))
		return fail(reasons.letterMissing, subject).then(() => undefined);
	const files = letterFile ? [...attachments, letterFile] : attachments;
	const { id, recipient } = mail;
	const carried = await tryCarrying(carrier, {
		id,
		recipient,
		organisation,
		writing,
		applicant,
		values,
		attachments: files,
	});
	if (!(carried instanceof MailError)) await write(writeSent(ctx, mail, { ...carried, values, subject, taskId }));
	else if (!carried.isOfThisMail) return carried;
	else {
		const gapMs = carried.isFinal ? undefined : gapAfter(mail.attempts, carried);
		if (gapMs === undefined) await fail(carried.reason, subject);
		else await write([writeAgain(ctx, mail, { dueAt: ctx.now() + gapMs, reason: carried.reason })]);
	}
	return undefined;
};

const tryCarrying = async (carrier: Carrier, message: Parameters<Carrier["carry"]>[0]) => {
	try {
		return await carrier.carry(message);
	} catch (error) {
		if (error instanceof MailError) return error;
		throw error;
	}
};

const minuteMs = 60_000;

/** The waits after the first attempt, the second and so on; after the last the email has failed. */
export const retryGapsMs = [0.5 * minuteMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs] as const;

/** Returns the wait after this many attempts, at least what the service asks for; undefined when it has failed. */
export const gapAfter = (tries: number, { retryAfterMs = 0 }: Pick<MailError, "retryAfterMs">): number | undefined => {
	const usualMs = retryGapsMs[tries - 1];
	return usualMs === undefined ? undefined : Math.max(usualMs, retryAfterMs);
};
