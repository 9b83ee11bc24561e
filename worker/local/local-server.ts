// The server of every stand-in: it reads a whole call, and writes a whole reply.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";

const maxBodyBytes = 2_000_000;

export interface LocalCall {
	method: string;
	url: URL;
	headers: IncomingHttpHeaders;
	body: string;
	/** For a call that is broken off. */
	response: ServerResponse;
}

export interface LocalReply {
	status: number;
	/** Text is sent as HTML and bytes as they are, unless the headers say otherwise; everything else is sent as JSON. */
	readonly body: unknown;
	headers?: Record<string, string>;
}

type Answer = (call: LocalCall) => LocalReply | undefined | Promise<LocalReply | undefined>;

/**
 * Starts a server on this machine, on a free port unless one is named. @param answer returns undefined for a call that it
 * leaves unanswered, or has answered itself
 */
export const startLocalServer = async (answer: Answer, { port = 0 }: { port?: number } = {}) => {
	const server = createServer((request, response) => {
		serve(request, response, answer).catch((error: unknown) => {
			if (!response.headersSent) response.writeHead(500);
			response.end(error instanceof Error ? error.message : "unknown");
		});
	});
	// why longer than callers keep a connection: a call must not go out on one that is being closed.
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});
	// why: it does not keep a command running that has nothing else to do.
	server.unref();
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return {
		origin: `http://127.0.0.1:${address.port}`,
		stop: async (): Promise<void> => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
};

const serve = async (request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> => {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request) {
		bytes += chunk.length;
		if (bytes > maxBodyBytes) return void response.destroy();
		chunks.push(chunk);
	}
	const { method = "GET", headers } = request;
	const url = new URL(request.url ?? "/", `http://${headers.host}`);
	const reply = await answer({ method, url, headers, body: Buffer.concat(chunks).toString(), response });
	if (!reply) return;
	const isRaw = typeof reply.body === "string" || reply.body instanceof Uint8Array;
	response.writeHead(reply.status, { "content-type": isRaw ? "text/html" : "application/json", ...reply.headers });
	response.end(isRaw ? reply.body : JSON.stringify(reply.body));
};
