import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailError } from "#worker/gateways/mail/interface";
import type { MimeMessage } from "#worker/gateways/mail/mime-message";
import { dial } from "#worker/gateways/mail/smtp-dial";
import { aboutHandshake, aboutSmtpFault, describeSmtpFault } from "#worker/gateways/mail/smtp-fault";

/**
 * Milliseconds to connect, for the greeting, between two replies, for the sign-in, and for one email as a whole. why
 * those: the lease of an email may end a minute after its sending begins, and it is then sent again.
 */
export const usualTimeouts = {
	connectionTimeout: 5_000,
	greetingTimeout: 5_000,
	socketTimeout: 30_000,
	openTimeout: 20_000,
	mailTimeout: 35_000,
};
const goodbyeMs = 2_000;

interface SessionOptions {
	host: string;
	port: number;
	secure: boolean;
	/** The name with which the portal greets the server: servers refuse clients without one. */
	name?: string;
	auth?: { user: string; pass: string };
	requireTLS?: boolean;
}

/** An open connection to a mail server, signed in. */
export interface Session {
	/** @throws {MailError} when the email was not accepted; the connection may still be usable */
	send(message: MimeMessage): Promise<void>;
	isOpen(): boolean;
	quit(): Promise<void>;
}

/** The server hung up before anything of the email was sent: on another connection it may succeed. */
export class SessionLost extends MailError {
	override name = "SessionLost";
}

/** Connects and signs in. @throws {MailError} when the server cannot be reached or refuses to */
export const openSession = async (
	{ auth, ...server }: SessionOptions,
	timeouts: typeof usualTimeouts,
): Promise<Session> => {
	const { default: Connection } = await import("nodemailer/lib/smtp-connection");
	const { openTimeout, mailTimeout, ...steps } = timeouts;
	const socket = await dial(server, steps.connectionTimeout).catch(asFault);
	const connection = new Connection({ ...server, ...steps, connection: socket, secured: server.secure });
	let isHandshakeBroken = false;
	await within(openTimeout, (done) => {
		// why: it stays registered; a connection that ends while nothing waits for it must not be a defect.
		connection.on("error", (error) => {
			isHandshakeBroken ||= isInHandshake(connection, socket);
			closeOnce(connection);
			done(error);
		});
		connection.connect((error) => {
			if (error || !auth) return done(error ?? null);
			connection.login(auth, done);
		});
	}).catch((error: unknown) => {
		isHandshakeBroken ||= isInHandshake(connection, socket);
		end(connection);
		return isHandshakeBroken ? asHandshakeFault(error) : asFault(error);
	});
	return asSession(connection, mailTimeout);
};

const asFault = (error: unknown): never => {
	throw new MailError(describeSmtpFault(error), aboutSmtpFault(error, { hasBegun: false }));
};

const asHandshakeFault = (error: unknown): never => {
	throw new MailError(`${describeSmtpFault(error)}, after STARTTLS`, aboutHandshake);
};

/** Whether the server has agreed to STARTTLS, and no TLS is spoken with it yet. */
const isInHandshake = ({ _socket: socket, secure }: SMTPConnection, dialled: Socket): boolean =>
	!!socket && socket !== dialled && !secure;

const asSession = (connection: SMTPConnection, mailTimeout: number): Session => {
	let isGivenUp = false;
	const isOpen = () => !isGivenUp && !connection.destroyed;
	return {
		isOpen,
		send: async ({ envelope, bytes }) => {
			let hasBegun = false;
			const content = new Readable({
				read() {
					hasBegun = true;
					this.push(bytes);
					this.push(null);
				},
			});
			try {
				// why a copy: the library writes its results into it.
				await within(mailTimeout, (done) => connection.send({ ...envelope }, content, done));
			} catch (error) {
				isGivenUp ||= error instanceof TookTooLong;
				if (isGivenUp) end(connection);
				if (isOpen()) await startAnew(connection);
				const Fault = isOpen() || isGivenUp || hasBegun ? MailError : SessionLost;
				throw new Fault(describeSmtpFault(error), aboutSmtpFault(error, { hasBegun }));
			}
		},
		quit: () =>
			new Promise<void>((resolve) => {
				if (!isOpen()) return resolve();
				const enough = setTimeout(() => end(connection), goodbyeMs);
				connection.once("end", () => {
					clearTimeout(enough);
					resolve();
				});
				connection.quit();
			}),
	};
};

/** Resets the session after a refused email; where that fails, closes the connection. */
const startAnew = (connection: SMTPConnection): Promise<void> =>
	within(goodbyeMs, (done) => connection.reset(done)).catch(() => end(connection));

const end = (connection: SMTPConnection): void => {
	closeOnce(connection);
	connection.close();
};

/** why: the runtime closes a socket again that STARTTLS made TLS; where TLS broke, that rejects unhandled. */
const closeOnce = ({ _socket: socket }: SMTPConnection): void => {
	if (!socket) return;
	for (const listener of socket.listeners("close"))
		if (listener.name === "onSocketCloseDestroySSL") socket.off("close", listener as () => void);
};

class TookTooLong extends Error {
	override name = "TookTooLong";
}

/** Resolves with the reply. @throws {Error} with another reply, or when none came in time. */
const within = (ms: number, ask: (done: (error?: Error | null) => void) => void): Promise<void> => {
	let timer: ReturnType<typeof setTimeout> | undefined;
	return new Promise<void>((resolve, reject) => {
		timer = setTimeout(() => reject(new TookTooLong("It took too long")), ms);
		ask((error) => (error ? reject(error) : resolve()));
	}).finally(() => clearTimeout(timer));
};
