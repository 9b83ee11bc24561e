import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailError } from "#worker/gateways/mail/interface";
import { dial } from "#worker/gateways/mail/smtp-dial";
import { aboutHandshake, aboutSmtpFault, describeSmtpFault } from "#worker/gateways/mail/smtp-fault";
import type { Letter } from "#worker/gateways/mail/smtp-letter";

/**
 * Milliseconds to connect, to be greeted, and between two answers: a server may look long at what it has got; and for
 * all of signing in, and all of one mail. why those: whoever sends it takes a mail that has not gone in a minute for
 * nobody's, and sends it again.
 */
export const usualTimeouts = {
	...{ connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 30_000 },
	...{ openTimeout: 20_000, mailTimeout: 35_000 },
};
const goodbyeMs = 2_000;

interface SessionOptions {
	host: string;
	port: number;
	secure: boolean;
	/** As whom the portal greets the server: servers turn away who has no name. */
	name?: string;
	auth?: { user: string; pass: string };
	requireTLS?: boolean;
}

/** An open connection to a mail server, signed in. */
export interface Session {
	/** @throws {MailError} when the mail was not accepted; the connection may be good for the next one all the same. */
	send(letter: Letter): Promise<void>;
	isOpen(): boolean;
	quit(): Promise<void>;
}

/** The server hung up, and nothing of the mail was sent: on another connection it may go out. */
export class SessionLost extends MailError {
	override name = "SessionLost";
}

/** @throws {MailError} when the server is not there, does not want to talk or refuses the sign-in. */
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
		// why: it stays; a connection that ends while nobody waits for anything must not be a defect.
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

/** Has the server agreed to STARTTLS, and is no TLS spoken with it yet? */
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
				// why a copy: the library writes into it what became of it.
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

/** Forgets the mail that was refused, so that the next one begins clean; where that fails, the connection is given up. */
const startAnew = (connection: SMTPConnection): Promise<void> =>
	within(goodbyeMs, (done) => connection.reset(done)).catch(() => end(connection));

const end = (connection: SMTPConnection): void => {
	closeOnce(connection);
	connection.close();
};

/**
 * why: a socket that became TLS by STARTTLS is closed by the runtime once more when it is closed; where TLS broke, that
 * is refused and nobody is there to hear it, a defect of whatever else the Worker does at that moment.
 */
const closeOnce = ({ _socket: socket }: SMTPConnection): void => {
	if (!socket) return;
	for (const listener of socket.listeners("close"))
		if (listener.name === "onSocketCloseDestroySSL") socket.off("close", listener as () => void);
};

class TookTooLong extends Error {
	override name = "TookTooLong";
}

/** What is answered in that time. @throws {Error} what it was answered instead, or that it was not. */
const within = (ms: number, ask: (done: (error?: Error | null) => void) => void): Promise<void> => {
	let patience: ReturnType<typeof setTimeout> | undefined;
	return new Promise<void>((resolve, reject) => {
		patience = setTimeout(() => reject(new TookTooLong("It took too long")), ms);
		ask((error) => (error ? reject(error) : resolve()));
	}).finally(() => clearTimeout(patience));
};
