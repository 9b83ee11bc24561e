import { type AddressInfo, createServer, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as the server got it. */
export interface ReceivedMail {
	from: string;
	to: string[];
	raw: string;
	/** Over which connection. */
	session: string;
}

/** What the server answers to RCPT TO, by what stands before the @. */
const refusedRecipients: Readonly<Record<string, [code: number, text: string]>> = {
	nobody: [550, "5.1.1 <nobody@acme.example>: User unknown in mx7.acme.example"],
	gone: [550, "No such user here"],
	full: [452, "4.2.2 Mailbox full"],
	later: [451, "4.7.1 Greylisted, see https://mx7.acme.example/why"],
	elsewhere: [554, "5.7.1 <elsewhere@acme.example>: Relay access denied"],
	stranger: [530, "5.7.0 Authentication required"],
	closing: [421, "4.3.2 Shutting down"],
};

/** The same once it has the text. */
const refusedTexts: Readonly<Record<string, [code: number, text: string]>> = {
	spam: [554, "5.7.1 Looks like spam to mx7.acme.example"],
	busy: [451, "4.3.0 Try again later"],
};

const refusal = ([code, text]: [number, string]) => Object.assign(new Error(text), { responseCode: code });

interface Options {
	/** Without it nobody has to sign in. */
	password?: string;
	/** Bytes; more than that is refused. */
	size?: number;
	/** Says 421 to whoever has sent so many over one connection. */
	mailsPerSession?: number;
	/** With it the server speaks TLS: from the first byte, or after STARTTLS. */
	tls?: { key: string; cert: string; from: "start" | "starttls" };
}

/**
 * A mail server on a free port of this machine that keeps what it is sent, refuses some recipients, and hangs up on
 * whoever writes to `hangup@`, as soon as it has begun to read.
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
	// why: what a client does that hangs up is no fault of the tests.
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
		/** One for each connection that was opened. */
		sessions,
		/** As whom each mail's sender greeted it. */
		greetings,
		/** Every one that was told, right or wrong. */
		passwords,
		mostOpen: () => mostOpen,
		open: () => sockets.size,
		/** Hangs up on everybody. */
		hangUp,
		stop: async () => {
			hangUp();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
};

/** A mail server on a free port that agrees to STARTTLS and then says nothing more, or something that is no TLS. */
export const startBrokenTls = async (answer: "nothing" | "noise") => {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		// why: what a client does that hangs up is no fault of the tests.
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
