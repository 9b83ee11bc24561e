import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Cookie, TestInfo } from "@playwright/test";
import { startBillingService } from "../../worker/local/billing-service/server.mjs";
import { bundle } from "../../worker/local/build.mjs";
import { prepareDemoPayments } from "../../worker/local/demo-payments-once.mjs";
import { localGoogle } from "../../worker/local/dev-vars.mjs";
import { startPaymentProviders } from "../../worker/local/payment-providers/server.ts";
import { serve } from "../../worker/local/serve.mjs";
import { startSmsProvider } from "../../worker/local/sms-provider/server.ts";

/** What the served Workers sign and encrypt with. */
export const secret = "a secret that only the browser tests know";

/** What differs from the Worker that is built. */
interface Release {
	vars?: Record<string, string>;
	/** Changes the compiled script. */
	edit?: (script: string) => string;
}

/** The built Worker that serves one Playwright worker, which runs one test at a time. */
export interface Portal {
	origin: string;
	/** Returns where its stand-ins of the payment platforms are. */
	providers(): string;
	/** Returns where its stand-in of the SMS provider is. */
	sms(): string;
	/** Returns the folder that keeps its state. */
	state(): string;
	/** The cookies of each account that has signed in, and when it did, by its email address. */
	sessions: Map<string, { cookies: Cookie[]; since: number }>;
	/** Serves the original demo, unless an earlier test of the same file has started it. */
	openForFile(testFile: string): Promise<void>;
	/** Serves another release of the Worker in place of this one, over the same data. */
	deploy(release: Release): Promise<void>;
	/** Stores what the Worker wrote to its console during a failed test. */
	keepLog(test: TestInfo): void;
	stop(): Promise<void>;
}

export const freePort = () =>
	new Promise<number>((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() =>
				address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
			);
		});
	});

const startServing = async (port: number, onLog: (message: string) => void) => {
	const origin = `http://localhost:${port}`;
	const state = mkdtempSync(join(tmpdir(), "matricula-e2e-"));
	cpSync(process.env.E2E_STATE ?? "", state, { recursive: true });
	const providers = await startPaymentProviders();
	await prepareDemoPayments({ persistTo: state, origin, providers: providers.origin, secret });
	const billing = await startBillingService();
	const sms = await startSmsProvider();
	const start = (script: string, vars: Release["vars"]) =>
		serve({
			port,
			persistTo: state,
			script,
			onLog,
			vars: {
				...localGoogle(origin),
				...billing.vars,
				...sms.vars,
				ENVIRONMENT: "development",
				PAYMENT_PROVIDERS_ORIGIN: providers.origin,
				PORTAL_ORIGIN: origin,
				SECRET: secret,
				CLIENT_SECRET: "client secret of the browser tests",
				...vars,
			},
		});
	let served = await start(bundle, {});
	const releases: string[] = [];
	const deploy = async ({ vars = {}, edit = (script) => script }: Release) => {
		await served.stop();
		const folder = mkdtempSync(join(tmpdir(), "matricula-release-"));
		releases.push(folder);
		cpSync(dirname(bundle), folder, { recursive: true });
		const script = join(folder, "index.js");
		writeFileSync(script, edit(readFileSync(script, "utf8")));
		served = await start(script, vars);
	};
	const stop = async () => {
		await served.stop();
		await Promise.all([providers, billing, sms].map((one) => one.stop()));
		for (const folder of [state, ...releases]) rmSync(folder, { recursive: true, force: true });
	};
	return { state, stop, deploy, providers: providers.origin, sms: sms.origin };
};

export const openPortal = async (): Promise<Portal> => {
	const port = await freePort();
	const sessions: Portal["sessions"] = new Map();
	let log: string[] = [];
	let serving:
		| ({ testFile: string; state: string; providers: string; sms: string } & Pick<Portal, "deploy" | "stop">)
		| undefined;
	return {
		origin: `http://localhost:${port}`,
		sessions,
		providers: () => serving?.providers ?? "",
		sms: () => serving?.sms ?? "",
		state: () => serving?.state ?? "",
		openForFile: async (testFile) => {
			log = [];
			if (serving?.testFile === testFile) return;
			await serving?.stop();
			sessions.clear();
			serving = { testFile, ...(await startServing(port, (message) => log.push(message))) };
		},
		deploy: async (release) => serving?.deploy(release),
		keepLog: (test) => {
			if (test.status !== test.expectedStatus) writeFileSync(test.outputPath("worker.log"), log.join("\n"));
		},
		stop: async () => serving?.stop(),
	};
};
