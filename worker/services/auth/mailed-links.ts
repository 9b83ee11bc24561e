import * as v from "valibot";
import type { RequestContext } from "#worker/context";
import { notices } from "#worker/contract/notices";
import { problems } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { escapeHtml } from "#worker/contract/text/escape-html";
import { recordAudit } from "#worker/events/record-audit";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import type { Mail } from "#worker/gateways/mail/interface";
import { mailPage } from "#worker/gateways/mail/mail-page";
import { hashToken } from "#worker/http/keys";
import { addressAttempt, bucketFor, refuseAddress } from "#worker/http/rate-limit";
import { log } from "#worker/log";
import { countByAccountAndAddress, limits } from "#worker/services/auth/attempt-limits";
import { NewPassword } from "#worker/services/auth/contract";
import { inHashQueue, refuseBusy } from "#worker/services/auth/hash-queue";
import { consumeToken, consumeTokensOf, mintOneTimeToken } from "#worker/services/auth/one-time-tokens.writes";
import { hashPassword, isCommonPassword } from "#worker/services/auth/password";
import { accountByEmail, findUsableToken } from "#worker/services/auth/queries";
import { closePagesOf, endSessionsOf } from "#worker/services/auth/sessions";
import { setEmailConfirmed, setPassword } from "#worker/services/auth/writes";
import { organisationById } from "#worker/services/organisation/queries";

const message = notices.resetRequested;

/** How long after the response a reset begins: at least this, and up to twice as long. */
const resetDelayMs = 500;

/**
 * Mails a link for a new password, if there is such an account (§7). why long after the response, at a random moment:
 * neither the response nor one to a request that follows shows by its time whether there is one.
 */
export const requestPasswordReset = async (
	ctx: RequestContext,
	{ organisation: organisationId, username }: { organisation: string; username: string },
) => {
	const email = username.toLowerCase();
	const [organisation] = await organisationById(ctx.databaseFor(organisationId), organisationId);
	if (!organisation) return ok({ message });
	const refused = await countByAccountAndAddress(ctx, organisationId, {
		account: { limit: limits.resetAccount, bucket: await bucketFor("reset-account", email) },
		address: await addressAttempt(ctx, limits.resetAddress),
	});
	if (refused) return refused.refusal;
	ctx.waitUntil(
		scheduler
			.wait(resetDelayMs * (1 + Math.random()))
			.then(() => mailLink(ctx, organisation, email))
			.catch((error: unknown) =>
				log("error", {
					message: "reset mail not sent",
					organisationId,
					requestId: ctx.requestId,
					error: nameOf(error),
				}),
			),
	);
	return ok({ message });
};

const mailLink = async (ctx: RequestContext, organisation: Sender, email: string): Promise<void> => {
	const [account] = await accountByEmail(ctx.databaseFor(organisation.id), organisation.id, email);
	if (!account || account.blocked) return;
	const holder = { organisationId: organisation.id, userId: account.id };
	const token = await mintOneTimeToken(ctx, holder, "reset");
	await recordAudit(
		{ ...ctx, organisationId: organisation.id },
		{ action: "password_reset_requested", status: "SUCCESS", userId: account.id, username: account.email },
	);
	const mailer = chooseMailer(ctx);
	try {
		await mailer.send(resetMail(ctx, organisation, account, token));
	} finally {
		await mailer.close();
	}
};

/** why: what a mail server says quotes the recipient, and the database its parameters. */
const nameOf = (error: unknown): string => {
	if (!(error instanceof Error)) return "unknown";
	return "code" in error ? `${error.name} ${String(error.code)}` : error.name;
};

/** The institution that sends: its reply address, and what the email's frame shows. */
interface Sender {
	id: string;
	name: string;
	email: string | null;
	address: string | null;
}

/** Returns the email (§2 /reset-request). why the origin is configured: a request's host is not to be trusted. */
const resetMail = (
	{ env, newId }: RequestContext,
	organisation: Sender,
	account: { id: string; email: string; firstName: string },
	token: string,
): Mail => {
	const query = new URLSearchParams({ user: account.id, token });
	const link = `${env.PORTAL_ORIGIN}/${organisation.id}/reset-request?${query}`;
	const paragraphs = [
		`Dear ${account.firstName},`,
		`Somebody, probably you, asked for a new password for your ${organisation.name} staff account.`,
		"Choose your new password here within 30 minutes:",
		link,
		"If you did not ask for this, do nothing: your password stays as it is.",
	];
	const html = paragraphs.map((text) => {
		const safe = escapeHtml(text);
		return text === link ? `<p><a href="${safe}">${safe}</a></p>` : `<p>${safe}</p>`;
	});
	const subject = `Your new password for ${organisation.name}`;
	return {
		organisationId: organisation.id,
		id: newId(),
		to: account.email,
		fromName: organisation.name,
		...(organisation.email && { replyTo: organisation.email }),
		subject,
		text: `${paragraphs.join("\n\n")}\n`,
		html: mailPage({ subject, message: html.join("\n"), institution: organisation }).html,
	};
};

interface ResetInput {
	organisation: string;
	userId: string;
	token: string;
	password: string;
}

/**
 * Sets a new password with a mailed token (§7): it works once, ends every session and other link of the account, and
 * signs nobody in; otherwise `reset_failed`. A refused password uses nothing up; without a password the token is only
 * checked.
 */
export const resetPassword = async (
	ctx: RequestContext,
	{ organisation: organisationId, userId, token, password }: ResetInput,
) => {
	const now = ctx.now();
	const db = ctx.databaseFor(organisationId);
	const presented = { organisationId, userId, tokenHash: await hashToken(token), purpose: "reset" as const, now };
	const isLook = password === "";
	const refused = await refuseAddress(ctx, isLook ? limits.tokenLook : limits.tokenAddress);
	if (refused) return refused;
	// why: hashing is dear; only who holds a token gets it done.
	const holder = await findUsableToken(db, presented);
	if (!holder || holder.blocked) return fail("reset_failed");
	const allowed = v.safeParse(NewPassword, password);
	if (!allowed.success) return fail("invalid", { fields: { password: [allowed.issues[0].message] } });
	if (isCommonPassword(password))
		return fail("common_password", { fields: { password: [problems.common_password.message] } });
	const cost = Number(ctx.env.PASSWORD_COST);
	const passwordHash = await inHashQueue(ctx.address, cost, async (turn) => {
		await turn();
		return hashPassword(password, cost);
	});
	if (passwordHash === undefined) return refuseBusy();
	const [changed] = await db.batch([
		setPassword(db, presented, passwordHash),
		endSessionsOf(ctx, presented, "password_reset"),
		consumeTokensOf(db, presented),
	]);
	if (changed.length === 0) return fail("reset_failed");
	closePagesOf(ctx, presented);
	await recordAudit(
		{ ...ctx, organisationId },
		{ action: "password_reset", status: "SUCCESS", userId, username: holder.email },
	);
	return ok({ message: notices.passwordChanged });
};

/** Confirms an email address with a mailed token, which works once (§2 /confirm). */
export const confirmEmail = async (
	ctx: RequestContext,
	{ organisation: organisationId, userId, token }: { organisation: string; userId: string; token: string },
) => {
	const refused = await refuseAddress(ctx, limits.tokenAddress);
	if (refused) return refused;
	const db = ctx.databaseFor(organisationId);
	const tokenHash = await hashToken(token);
	const presented = { organisationId, userId, tokenHash, purpose: "confirm" as const, now: ctx.now() };
	const [[confirmed]] = await db.batch([setEmailConfirmed(db, presented), consumeToken(db, presented)]);
	if (!confirmed) return fail("verification_failed");
	await recordAudit(
		{ ...ctx, organisationId },
		{ action: "email_confirmed", status: "SUCCESS", userId, username: confirmed.email },
	);
	return ok({ message: "Verification Successful" });
};
