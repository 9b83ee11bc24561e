import type { RequestContext } from "#worker/context";
import { notices } from "#worker/contract/notices";
import { ok } from "#worker/contract/result";
import { recordAudit } from "#worker/events/record-audit";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import type { Mail } from "#worker/gateways/mail/interface";
import { linkMail, type Sender } from "#worker/gateways/mail/link-mail";
import { addressAttempt, bucketFor } from "#worker/http/rate-limit";
import { log } from "#worker/log";
import { countByAccountAndAddress, limits } from "#worker/services/auth/attempt-limits";
import { mintOneTimeToken } from "#worker/services/auth/one-time-tokens.writes";
import { accountByEmail } from "#worker/services/auth/queries";
import { asSender } from "#worker/services/organisation/contract";
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
			.then(() => mailLink(ctx, asSender(ctx.env.PORTAL_ORIGIN, organisation), email))
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
	const subject = `Your new password for ${organisation.name}`;
	return linkMail(organisation, { id: newId(), to: account.email, subject, paragraphs, link });
};
