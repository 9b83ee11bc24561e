import type { Mailer } from "#worker/gateways/mail/interface";
import { buildMessage } from "#worker/gateways/mail/message";
import { composeMime, type MimeMessage } from "#worker/gateways/mail/mime-message";
import { openSession, type Session, SessionLost, usualTimeouts } from "#worker/gateways/mail/smtp-session";

/** why so few: a Worker has six connections, and these stay open between two emails. */
const maxSessions = 3;

/**
 * Sends through an SMTP server: `smtps://user:password@host:465` (preferred), or `smtp://…:587`, which must offer
 * STARTTLS before a password is sent. Up to three connections are open, and kept for the next email.
 */
export const smtpMailer = (url: string, from: string, timeouts = usualTimeouts): Mailer => {
	const free: Session[] = [];
	const waiting: (() => void)[] = [];
	let busy = 0;

	const deliver = async (message: MimeMessage): Promise<void> => {
		const kept = takeOpen(free);
		const session = kept ?? (await openSession({ ...smtpOptions(url), name: domainOf(message) }, timeouts));
		try {
			await session.send(message);
		} catch (error) {
			// why: servers hang up on clients that are idle or have sent enough, and that may be noticed only now.
			if (kept && error instanceof SessionLost) return await deliver(message);
			throw error;
		} finally {
			if (session.isOpen()) free.push(session);
		}
	};

	return {
		send: async (mail) => {
			const message = await composeMime(buildMessage(mail, from));
			if (busy < maxSessions) busy++;
			else await new Promise<void>((resolve) => waiting.push(resolve));
			try {
				await deliver(message);
			} finally {
				const next = waiting.shift();
				if (next) next();
				else busy--;
			}
		},
		close: async () => {
			await Promise.all(free.splice(0).map((session) => session.quit()));
		},
	};
};

const takeOpen = (free: Session[]): Session | undefined => {
	for (let session = free.pop(); session; session = free.pop()) if (session.isOpen()) return session;
	return undefined;
};

const domainOf = ({ envelope: { from } }: MimeMessage): string => from.slice(from.lastIndexOf("@") + 1);

/** Reads the URL's parts for the library. */
export const smtpOptions = (url: string) => {
	const { protocol, hostname, port, username, password } = new URL(url);
	const secure = protocol === "smtps:";
	return {
		// why: an IPv6 address is written in brackets.
		host: hostname.replace(/^\[|\]$/g, ""),
		port: Number(port || (secure ? 465 : 587)),
		secure,
		...(username && {
			auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
			requireTLS: !secure,
		}),
	};
};
