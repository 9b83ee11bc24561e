import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startMailServer } from "#tests/support/mail-server";

declare module "vitest" {
	interface ProvidedContext {
		/** A mail server outside the runtime: where it takes mails, and where it tells what it has got. */
		mailServer: { smtp: string; told: string };
	}
}

/** Starts a mail server for tests that run in workerd, which can call one but not be one. */
const setUp = async (project: TestProject) => {
	const mails = await startMailServer();
	const told = createServer((_request, response) =>
		response.end(JSON.stringify({ received: mails.received, sessions: mails.sessions.length })),
	);
	await new Promise<void>((resolve) => told.listen(0, "127.0.0.1", resolve));
	const { port } = told.address() as AddressInfo;
	project.provide("mailServer", { smtp: mails.url, told: `http://127.0.0.1:${port}` });
	return async () => {
		told.close();
		await mails.stop();
	};
};
export default setUp;
