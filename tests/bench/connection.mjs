import { connect } from "node:net";

const headEnd = Buffer.from("\r\n\r\n");
const lastChunk = Buffer.from("0\r\n\r\n");

/**
 * Opens a kept-alive HTTP/1.1 connection for one request at a time. why: Node's own client costs as much as the
 * fastest responses here, and would flatter every ratio.
 */
export const openConnection = (url) => {
	const { port } = new URL(url);
	const socket = connect({ host: "127.0.0.1", port: Number(port), noDelay: true });
	let current;
	socket.on("data", (chunk) => {
		current.firstByteAt ??= performance.now();
		current.chunks.push(chunk);
		if (!isComplete(current)) return;
		const { done, startedAt, firstByteAt, status } = current;
		const body = current.wantsBody ? readBody(current) : undefined;
		current = undefined;
		done({ status, body, firstByteMs: firstByteAt - startedAt, totalMs: performance.now() - startedAt });
	});
	const fail = (error) => current?.failed(error ?? new Error("The server closed the connection."));
	socket.on("error", fail);
	socket.on("close", () => fail());
	return {
		/** @param {Buffer} bytes the result of toBytes */
		send: (bytes, wantsBody = false) =>
			new Promise((done, failed) => {
				current = { done, failed, wantsBody, chunks: [], startedAt: performance.now() };
				socket.write(bytes);
			}),
		close: () => socket.destroy(),
	};
};

/** Returns a request as it is sent over the connection. */
export const toBytes = ({ url, method = "GET", headers = {}, body = "" }) => {
	const { pathname, search, host } = new URL(url);
	const length = body === "" ? {} : { "content-length": Buffer.byteLength(body) };
	const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}`);
	return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
};

const isComplete = (answer) => {
	if (answer.bodyAt === undefined) {
		const bytes = Buffer.concat(answer.chunks);
		answer.chunks = [bytes];
		const end = bytes.indexOf(headEnd);
		if (end < 0) return false;
		const head = bytes.toString("latin1", 0, end);
		answer.status = Number(head.slice(9, 12));
		answer.bodyAt = end + headEnd.length;
		answer.length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
	}
	const received = answer.chunks.reduce((sum, { length }) => sum + length, 0);
	if (!Number.isNaN(answer.length)) return received >= answer.bodyAt + answer.length;
	return Buffer.concat(answer.chunks.slice(-2)).subarray(-lastChunk.length).equals(lastChunk);
};

const readBody = ({ chunks, bodyAt, length }) => {
	const bytes = Buffer.concat(chunks).subarray(bodyAt);
	if (!Number.isNaN(length)) return bytes.toString();
	const parts = [];
	for (let at = 0; ; ) {
		const lineEnd = bytes.indexOf("\r\n", at);
		const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
		if (!size) return Buffer.concat(parts).toString();
		parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
		at = lineEnd + 2 + size + 2;
	}
};
