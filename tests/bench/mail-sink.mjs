// A process with a mail server that accepts everything and counts it.
import { SMTPServer } from "smtp-server";

/** The Message-ID of each accepted email, in the order of arrival. */
const taken = [];

const server = new SMTPServer({
	authOptional: true,
	disabledCommands: ["STARTTLS", "AUTH"],
	onData: (stream, _session, callback) => {
		const chunks = [];
		stream.on("data", (chunk) => chunks.push(chunk));
		stream.on("end", () => {
			const [, id] = /^Message-ID:\s*(\S+)/im.exec(Buffer.concat(chunks).toString("latin1")) ?? [];
			taken.push(id);
			callback();
		});
	},
});
// why: a killed client closes its connection.
server.on("error", () => undefined);
server.listen(0, "127.0.0.1", () =>
	process.send({ ready: true, url: `smtp://127.0.0.1:${server.server.address().port}` }),
);
process.on("message", (message) => {
	if (message.stop) process.exit();
	process.send({ taken: taken.length, distinct: new Set(taken).size });
});
process.on("disconnect", () => process.exit(1));
