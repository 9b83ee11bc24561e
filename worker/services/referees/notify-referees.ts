import type { OrgContext } from "#worker/context";
import { dayMs } from "#worker/contract/day-ms";
import { ok } from "#worker/contract/result";
import { escapeHtml } from "#worker/contract/text/escape-html";
import { fullName } from "#worker/contract/text/full-name";
import { fillHtml, fillLine } from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { visibleLine } from "#worker/contract/text/visible-text";
import { commit } from "#worker/database/commit";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import type { Mail, Mailer } from "#worker/gateways/mail/interface";
import { linkMail } from "#worker/gateways/mail/link-mail";
import { mailPage } from "#worker/gateways/mail/mail-page";
import { hashToken, randomToken } from "#worker/http/keys";
import { bucketFor, type Limit } from "#worker/http/rate-limit";
import { countHit, giveBackHit } from "#worker/http/rate-limits.writes";
import { log } from "#worker/log";
import { type MergeApplicant, readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { asSender } from "#worker/services/organisation/contract";
import type { NotifyOutcome } from "#worker/services/referees/contract";
import { findInvitees, type Invitee } from "#worker/services/referees/queries";
import { submitted } from "#worker/services/referees/referee";
import {
	deleteInvitations,
	type Invitation,
	insertInvitations,
	invitationLifetimeDays,
	writeInvited,
} from "#worker/services/referees/writes";

/** Emails at a time. why: a Worker has six connections; a mail server likes fewer. */
const mailsAtOnce = 5;

const failures = {
	nothingToAnswer: "The form has no questions for this referee.",
	tooOften: "They were asked five times within a day. Try again tomorrow.",
	justNow: "They were asked less than a minute ago. Wait a minute before you ask again.",
	notMailed: "The mail could not be sent. Check the address.",
};

/** The institution that asks: its reply address, and what the email's frame shows. */
type Sender = NonNullable<Awaited<ReturnType<typeof findInvitees>>["organisation"]>;

/** The text of a reminder, with merge fields of the applicant; the greeting and the link are added. */
interface ReminderText {
	subject: string;
	/** Sanitised HTML. */
	content: string;
}

/** Asks referees again (§7): a new link each, and a result for each. One failure stops none of the others. */
export const notifyReferees = async (
	ctx: OrgContext,
	{ ids, text }: { ids: readonly string[]; text?: ReminderText },
) => {
	const asked = [...new Set(ids)];
	const { organisation, invitees } = await findInvitees(ctx, asked);
	const willing = invitees.filter(
		(invitee) => invitee.status !== submitted && invitee.hasInputs && !isJustAsked(ctx, invitee),
	);
	const allowed = await mayBeAsked(ctx, willing);
	const invitations = await Promise.all(willing.filter(({ id }) => allowed.has(id)).map(invite));
	const sent = organisation ? await send(ctx, organisation, invitations, text) : new Set<string>();
	const outcomeOf = (id: string): NotifyOutcome => {
		const invitee = invitees.find((one) => one.id === id);
		if (!invitee) return { id, name: null, outcome: "not_found" };
		const { name } = invitee;
		if (sent.has(id)) return { id, name, outcome: "sent" };
		if (invitee.status === submitted) return { id, name, outcome: "already_submitted" };
		return { id, name, outcome: "failed", reason: reasonOf(ctx, invitee, allowed) };
	};
	return ok({ outcomes: asked.map(outcomeOf) });
};

/** Two requests for one referee have this between them. why: a second click would send a second email. */
const shortestGapMs = 60_000;

const isJustAsked = ({ now }: OrgContext, { invitedAt }: Pick<Invitee, "invitedAt">): boolean =>
	invitedAt !== null && now() - invitedAt < shortestGapMs;

const reasonOf = (ctx: OrgContext, invitee: Invitee, allowed: ReadonlySet<string>): string => {
	if (!invitee.hasInputs) return failures.nothingToAnswer;
	if (isJustAsked(ctx, invitee)) return failures.justNow;
	return allowed.has(invitee.id) ? failures.notMailed : failures.tooOften;
};

const invite = async (invitee: Invitee): Promise<Invitation> => {
	const token = randomToken();
	return { invitee, token, tokenHash: await hashToken(token) };
};

/**
 * Sends the links and records which were sent. why in this order: a link is valid before it is sent, and the former one
 * until then, so that a failure leaves nobody with a dead link. @returns the ids of the referees who were sent an email
 */
const send = async (
	ctx: OrgContext,
	organisation: Sender,
	invitations: readonly Invitation[],
	text: ReminderText | undefined,
): Promise<Set<string>> => {
	if (invitations.length === 0) return new Set();
	await insertInvitations(ctx, invitations);
	const mailed = await mailAll(ctx, organisation, invitations, text);
	const unsent = invitations.filter((one) => !mailed.includes(one));
	if (unsent.length > 0) {
		await deleteInvitations(ctx, unsent);
		await giveBackAsking(
			ctx,
			unsent.map(({ invitee }) => invitee),
		);
	}
	if (mailed.length > 0) await record(ctx, mailed);
	return new Set(mailed.map(({ invitee }) => invitee.id));
};

const record = async (ctx: OrgContext, mailed: readonly Invitation[]): Promise<void> => {
	const eventId = ctx.newId();
	await commit(ctx, {
		writes: writeInvited(ctx, mailed, { eventId }),
		event: {
			id: eventId,
			type: "referees.notified",
			payload: {
				applicantIds: [...new Set(mailed.map(({ invitee }) => invitee.applicant.id))],
				refereeIds: mailed.map(({ invitee }) => invitee.id),
			},
		},
	});
};

const mailAll = async (
	ctx: OrgContext,
	organisation: Sender,
	invitations: readonly Invitation[],
	text: ReminderText | undefined,
): Promise<Invitation[]> => {
	const applicants = text
		? await readMergeApplicants(
				ctx,
				[...new Set(invitations.map(({ invitee }) => invitee.applicant.id))],
				[text.subject, text.content],
			)
		: undefined;
	const mailOf = ({ invitee, token }: Invitation): Mail => {
		const applicant = applicants?.get(invitee.applicant.id);
		return text && applicant
			? reminderMail(ctx, organisation, { invitee, token, text, applicant })
			: refereeMail(ctx, organisation, invitee, token);
	};
	const mailed: Invitation[] = [];
	let mailer: Mailer | undefined;
	for (let from = 0; from < invitations.length; from += mailsAtOnce) {
		const some = invitations.slice(from, from + mailsAtOnce);
		const outcomes = await Promise.allSettled(
			some.map(async (invitation) => {
				mailer ??= chooseMailer(ctx);
				await mailer.send(mailOf(invitation));
			}),
		);
		for (const [index, invitation] of some.entries()) {
			if (outcomes[index]?.status === "fulfilled") mailed.push(invitation);
			// why without the error: a mail server's text quotes the recipient.
			else
				log("error", { message: "referee mail not sent", refereeId: invitation.invitee.id, requestId: ctx.requestId });
		}
	}
	await mailer?.close();
	return mailed;
};

/** How often one referee is emailed, so that nobody is pestered. */
const limit: Limit = { name: "referee-asked", attempts: 5, windowMs: dayMs };

type Asked = Pick<Invitee, "id" | "email">;

/** why with the address: after a correction it is another person's. */
const bucketsOf = ({ organisationId }: OrgContext, referees: readonly Asked[]) =>
	Promise.all(
		referees.map(async ({ id, email }) => ({ organisationId, bucket: await bucketFor(limit.name, id, email) })),
	);

/** Counts one request for each. @returns the ids of those who may be asked once more. */
const mayBeAsked = async (ctx: OrgContext, referees: readonly Asked[]): Promise<Set<string>> => {
	const { db, now } = ctx;
	const count = (bucket: Parameters<typeof countHit>[1]) => countHit(db, bucket, now(), limit.windowMs);
	const [first, ...others] = await bucketsOf(ctx, referees);
	if (!first) return new Set();
	const counted = await db.batch([count(first), ...others.map(count)]);
	const isAllowed = (index: number) => (counted[index]?.[0]?.hits ?? 0) <= limit.attempts;
	return new Set(referees.filter((_, index) => isAllowed(index)).map(({ id }) => id));
};

/** Takes the request back for those that no email reached. */
const giveBackAsking = async (ctx: OrgContext, referees: readonly Asked[]): Promise<void> => {
	const [first, ...others] = await bucketsOf(ctx, referees);
	if (first) await ctx.db.batch([giveBackHit(ctx.db, first), ...others.map((one) => giveBackHit(ctx.db, one))]);
};

/** why the origin is configured: a request's host is not to be trusted with the link. */
const linkOf = (env: OrgContext["env"], organisation: Sender, token: string): string =>
	`${env.PORTAL_ORIGIN}/${organisation.id}/referee/${token}`;

/** Returns the email with the link. */
const refereeMail = (
	{ env, newId }: OrgContext,
	organisation: Sender,
	{ name, email, applicant, applicationTitle }: Pick<Invitee, "name" | "email" | "applicant" | "applicationTitle">,
	token: string,
): Mail => {
	const link = linkOf(env, organisation, token);
	const applicantName = visibleLine(fullName(applicant));
	const paragraphs = [
		`Dear ${visibleLine(name)},`,
		`${applicantName} has applied to ${organisation.name} (${applicationTitle}) and named you as a referee. ${organisation.name} asks you for your reference.`,
		`Please answer here within ${invitationLifetimeDays} days:`,
		link,
		"The link is for you alone and works once. If you were asked before, it takes the place of the link you had.",
		"If you do not know the applicant, do nothing.",
	];
	const subject = `A reference for ${applicantName}, ${organisation.name}`;
	return linkMail(asSender(env.PORTAL_ORIGIN, organisation), { id: newId(), to: email, subject, paragraphs, link });
};

interface Reminding {
	invitee: Invitee;
	token: string;
	text: ReminderText;
	applicant: MergeApplicant;
}

/** Returns the email of a reminder: the template's text between a greeting and the link. */
const reminderMail = (
	{ env, newId, now }: OrgContext,
	organisation: Sender,
	{ invitee, token, text, applicant }: Reminding,
): Mail => {
	const { stageName } = applicant;
	const values = mergeValuesOf({ organisation, applicant, stageName, comment: null, date: now() });
	const [subject, message] = [fillLine(text.subject, values), fillHtml(text.content, values)];
	const link = escapeHtml(linkOf(env, organisation, token));
	const paragraphs = [
		`<p>Dear ${escapeHtml(visibleLine(invitee.name))},</p>${message}`,
		`<p>Please answer here within ${invitationLifetimeDays} days: <a href="${link}">${link}</a></p>`,
		"<p>The link is for you alone and works once. It takes the place of the link you had.</p>",
	];
	return {
		organisationId: organisation.id,
		id: newId(),
		to: invitee.email,
		fromName: organisation.name,
		...(organisation.email && { replyTo: organisation.email }),
		subject,
		...mailPage({ subject, message: paragraphs.join("\n"), institution: asSender(env.PORTAL_ORIGIN, organisation) }),
	};
};
