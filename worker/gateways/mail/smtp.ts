import type { Mailer } from "#worker/gateways/mail/interface";
import { buildMessage } from "#worker/gateways/mail/message";

/** Milliseconds to connect, to be greeted, and between two answers. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 };

/**
 * Sends through an SMTP server: `smtps://user:password@host:465` for TLS from the start (preferred), or
 * `smtp://…:587`, which must offer STARTTLS before a password is sent.
 * why: the library is loaded with the first message; nobody else waits for it.
 */
export const smtpMailer = (url: string, from: string): Mailer => ({
	send: async (mail) => {
		const message = buildMessage(mail, from);
		const { createTransport } = await import("nodemailer");
		const transport = createTransport({ ...smtpOptions(url), ...timeouts });
		try {
			await transport.sendMail({ ...message, disableFileAccess: true, disableUrlAccess: true });
		} finally {
			transport.close();
		}
	},
});

/** What the URL says, for the library. */
export const smtpOptions = (url: string) => {
	const { protocol, hostname, port, username, password } = new URL(url);
	const secure = protocol === "smtps:";
	return {
		host: hostname,
		port: Number(port || (secure ? 465 : 587)),
		secure,
		...(username && {
			auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
			requireTLS: !secure,
		}),
	};
};
