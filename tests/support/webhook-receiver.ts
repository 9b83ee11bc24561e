import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A call as it arrived. */
export interface WebhookCall {
	path: string;
	headers: Record<string, string>;
	/** The raw body. */
	body: string;
}

/**
 * Starts a receiver of webhooks on a free port of this machine. A path says how it answers: `/503/503/200/…` with these
 * statuses, one after another, then with the last. `GET /` returns the calls that it received.
 */
export const startWebhookReceiver = async () => {
	const calls: WebhookCall[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const path = request.url ?? "";
		if (request.method === "GET" && path === "/") return response.end(JSON.stringify(calls));
		const statuses = path.split("/").filter((part) => /^\d{3}$/.test(part));
		const before = calls.filter((call) => call.path === path).length;
		const status = Number(statuses[Math.min(before, statuses.length - 1)] ?? 200);
		calls.push({ path, headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
		if (status === 429) response.setHeader("retry-after", "900");
		if (status === 302) response.setHeader("location", "/elsewhere");
		return response.writeHead(status).end(`answer ${status}`);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
};
