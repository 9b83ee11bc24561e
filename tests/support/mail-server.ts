import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** An email as the server received it. */
export interface ReceivedMail {
	from: string;
	to: string[];
	raw: string;
	/** The connection's number. */
	session: string;
}

/** The response to RCPT TO, by the local part of the address. */
const refusedRecipients: Readonly<Record<string, [code: number, text: string]>> = {
	nobody: [550, "5.1.1 <nobody@acme.example>: User unknown in mx7.acme.example"],
	gone: [550, "No such user here"],
	full: [452, "4.2.2 Mailbox full"],
	later: [451, "4.7.1 Greylisted, see https://mx7.acme.example/why"],
	elsewhere: [554, "5.7.1 <elsewhere@acme.example>: Relay access denied"],
	stranger: [530, "5.7.0 Authentication required"],
	closing: [421, "4.3.2 Shutting down"],
};

/** The response to the text, in the same way. */
const refusedTexts: Readonly<Record<string, [code: number, text: string]>> = {
	spam: [554, "5.7.1 Looks like spam to mx7.acme.example"],
	busy: [451, "4.3.0 Try again later"],
};

const refusal = ([code, text]: [number, string]) => Object.assign(new Error(text), { responseCode: code });

interface Options {
	/** Without it, no sign-in is required. */
	password?: string;
	/** The most bytes of an email. */
	size?: number;
	/** Answers 421 after this many emails over one connection. */
	mailsPerSession?: number;
	/** Makes the server speak TLS: from the first byte, or after STARTTLS. */
	tls?: { key: string; cert: string; from: "start" | "starttls" };
}

/**
 * Starts a mail server on a free port that keeps its emails, refuses some recipients, and closes the connection of a
 * sender who writes to `hangup@` as soon as it starts to read.
 */
export const startMailServer = async ({ password, size, mailsPerSession, tls }: Options = {}) => {
	const received: ReceivedMail[] = [];
	const sessions: string[] = [];
	const passwords: string[] = [];
	const greetings: string[] = [];
	const sockets = new Set<Socket>();
	const hangUp = () => {
		for (const socket of sockets) socket.destroy();
	};
	let open = 0;
	let mostOpen = 0;
	const server = new SMTPServer({
		...(password === undefined ? { authOptional: true } : { allowInsecureAuth: tls === undefined }),
		...(tls && { key: tls.key, cert: tls.cert, secure: tls.from === "start" }),
		...(size !== undefined && { size }),
		disabledCommands: [...(tls ? [] : ["STARTTLS"]), ...(password === undefined ? ["AUTH"] : [])],
		onAuth: (auth, _session, callback) => {
			passwords.push(auth.password ?? "");
			if (auth.password === password) callback(null, { user: "portal" });
			else callback(new Error("5.7.8 Wrong password"));
		},
		onConnect: (session, callback) => {
			sessions.push(session.id);
			open++;
			mostOpen = Math.max(open, mostOpen);
			callback();
		},
		onClose: () => {
			open--;
		},
		onMailFrom: (_address, session, callback) => {
			greetings.push(session.hostNameAppearsAs || "");
			const sent = received.filter((mail) => mail.session === session.id).length;
			callback(sent === mailsPerSession ? refusal([421, "4.7.0 Enough for one connection"]) : null);
		},
		onRcptTo: ({ address }, _session, callback) => {
			const refused = refusedRecipients[localPart(address)];
			callback(refused ? refusal(refused) : null);
		},
		onData: (stream, session, callback) => {
			const { mailFrom, rcptTo } = session.envelope;
			const to = rcptTo.map(({ address }) => address);
			if (localPart(to[0] ?? "") === "hangup") {
				stream.once("data", hangUp);
				return;
			}
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				const refused = refusedTexts[localPart(to[0] ?? "")];
				if (refused) return callback(refusal(refused));
				if (stream.sizeExceeded) return callback(refusal([552, "5.3.4 Message too big"]));
				const raw = Buffer.concat(chunks).toString();
				received.push({ from: mailFrom ? mailFrom.address : "", to, raw, session: session.id });
				callback();
			});
		},
	});
	// why: a client that closes the connection does not fail the test.
	server.on("error", () => undefined);
	server.server.on("connection", (socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return {
		url: `smtp://127.0.0.1:${address.port}`,
		port: address.port,
		received,
		/** One entry for each connection. */
		sessions,
		/** The name that each sender greeted with. */
		greetings,
		/** Every password that was sent, right or wrong. */
		passwords,
		mostOpen: () => mostOpen,
		open: () => sockets.size,
		/** Closes all connections. */
		hangUp,
		stop: async () => {
			hangUp();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
};

/**
 * Starts a mail server on a free port that agrees to STARTTLS and then sends nothing, or something that is not TLS.
 */
export const startBrokenTls = async (answer: "nothing" | "noise") => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		// why: a client that closes the connection does not fail the test.
		socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
		socket.write("220 ready\r\n");
		socket.on("data", (data) => {
			const said = data.toString("latin1");
			if (said.startsWith("EHLO")) socket.write("250-broken\r\n250 STARTTLS\r\n");
			else if (said.startsWith("STARTTLS")) socket.write("220 go ahead\r\n");
			else if (answer === "noise") socket.write("no TLS, but words\r\n");
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		port,
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
};

const localPart = (address: string): string => address.slice(0, address.indexOf("@"));
