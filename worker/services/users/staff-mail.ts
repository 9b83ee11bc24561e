import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import { linkMail } from "#worker/gateways/mail/link-mail";
import { hashToken, randomToken } from "#worker/http/keys";
import { bucketFor, countAttempts, type Limit } from "#worker/http/rate-limit";
import { log } from "#worker/log";
import { consumeTokensOf, insertToken, lifetimesMs } from "#worker/services/auth/one-time-tokens.writes";
import { asSender } from "#worker/services/organisation/contract";
import { organisationById } from "#worker/services/organisation/queries";

type Purpose = "confirm" | "reset";

interface Recipient {
	id: string;
	firstName: string;
	email: string;
}

interface Link {
	/** What stores it, and ends the links before it. */
	writes: readonly Write[];
	/** Sends it. @returns whether the email was accepted */
	send(): Promise<boolean>;
}

/** Makes a link by which a user chooses a password. It is stored before it is sent, so that it never arrives dead. */
export const makeLink = async (ctx: OrgContext, user: Recipient, purpose: Purpose): Promise<Link> => {
	const { organisationId, db } = ctx;
	const token = randomToken();
	const owner = { organisationId, userId: user.id, purpose, now: ctx.now() };
	return {
		writes: [consumeTokensOf(db, owner), insertToken(db, { ...owner, tokenHash: await hashToken(token) })],
		send: () => sendLink(ctx, user, purpose, token),
	};
};

const dayMs = 86_400_000;

const textOf = {
	confirm: (by: string, institution: string, email: string, link: string) => ({
		subject: `Your staff account at ${institution}`,
		paragraphs: [
			`${by} has made a staff account for you at ${institution}.`,
			`Choose your password here within ${lifetimesMs.confirm / dayMs} days:`,
			link,
			`The link works once. Afterwards you log in with ${email}.`,
			"If you did not expect this, do nothing.",
		],
	}),
	reset: (by: string, institution: string, email: string, link: string) => ({
		subject: `Your new password for ${institution}`,
		paragraphs: [
			`${by} asks you to choose a new password for your staff account (${email}) at ${institution}.`,
			`Choose it here within ${lifetimesMs.reset / 60_000} minutes:`,
			link,
			"Your present password works until then.",
		],
	}),
};

const pages = { confirm: "confirm", reset: "reset-request" };

const sendLink = async (ctx: OrgContext, user: Recipient, purpose: Purpose, token: string): Promise<boolean> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	if (!organisation) return false;
	const query = new URLSearchParams({ user: user.id, token });
	// why the origin is configured: a request's host is not to be trusted with a link.
	const link = `${ctx.env.PORTAL_ORIGIN}/${organisation.id}/${pages[purpose]}?${query}`;
	const { subject, paragraphs } = textOf[purpose](ctx.actor.name, organisation.name, user.email, link);
	const about = { id: ctx.newId(), to: user.email, subject, link };
	const mailer = chooseMailer(ctx);
	try {
		const sender = asSender(ctx.env.PORTAL_ORIGIN, organisation);
		await mailer.send(linkMail(sender, { ...about, paragraphs: [`Dear ${user.firstName},`, ...paragraphs] }));
		return true;
	} catch {
		// why without the error: a mail server's text quotes the recipient.
		log("error", { message: "staff mail not sent", userId: user.id, requestId: ctx.requestId });
		return false;
	} finally {
		await mailer.close();
	}
};

/** How often one user is sent a link, so that nobody is pestered. */
const limit: Limit = { name: "staff-link", attempts: 5, windowMs: 3_600_000 };

export const refuseTooManyLinks = async (ctx: OrgContext, userId: string) => {
	const refused = await countAttempts(ctx, ctx.organisationId, [
		{ limit, bucket: await bucketFor(limit.name, userId) },
	]);
	return refused?.refusal;
};
