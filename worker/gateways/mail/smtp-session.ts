import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { MailError } from "#worker/gateways/mail/interface";
import { aboutSmtpFault, describeSmtpFault } from "#worker/gateways/mail/smtp-fault";
import type { Letter } from "#worker/gateways/mail/smtp-letter";

/** Milliseconds to connect, to be greeted, and between two answers: a server may look long at what it has got. */
export const usualTimeouts = {
	connectionTimeout: 5_000,
	greetingTimeout: 5_000,
	socketTimeout: 30_000,
	dnsTimeout: 5_000,
};
const goodbyeMs = 2_000;

interface SessionOptions {
	host: string;
	port: number;
	secure: boolean;
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
	const connection = new Connection({ ...server, ...timeouts });
	await new Promise<void>((resolve, reject) => {
		// why: it stays; a connection that ends while nobody waits for anything must not be a defect.
		connection.on("error", reject);
		connection.connect((error) => {
			if (error || !auth) return error ? reject(error) : resolve();
			connection.login(auth, (refusal) => (refusal ? reject(refusal) : resolve()));
		});
	}).catch((error: unknown) => {
		connection.close();
		throw new MailError(describeSmtpFault(error), aboutSmtpFault(error, { hasBegun: false }));
	});
	return asSession(connection);
};

const asSession = (connection: SMTPConnection): Session => {
	const isOpen = () => !connection.destroyed;
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
				await answerOf((done) => connection.send({ ...envelope }, content, done));
			} catch (error) {
				if (isOpen()) await startAnew(connection);
				const Fault = isOpen() || hasBegun ? MailError : SessionLost;
				throw new Fault(describeSmtpFault(error), aboutSmtpFault(error, { hasBegun }));
			}
		},
		quit: () =>
			new Promise<void>((resolve) => {
				if (!isOpen()) return resolve();
				const enough = setTimeout(() => connection.close(), goodbyeMs);
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
	answerOf((done) => connection.reset(done)).catch(() => connection.close());

const answerOf = (ask: (done: (error: Error | null) => void) => void): Promise<void> =>
	new Promise((resolve, reject) => ask((error) => (error ? reject(error) : resolve())));
