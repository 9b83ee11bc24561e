// npm run dev: the portal on the real runtime, rebuilt and reloaded on every change, on the same state as npm start.
import { existsSync, rmSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { startBillingService } from "./billing-service/server.mjs";
import { prepareDemoPayments } from "./demo-payments-once.mjs";
import { keepPort, modelPort, providersBooks, providersPort, readDevVars, smsPort } from "./dev-vars.mjs";
import { migrate } from "./migrate.mjs";
import { startChosenModel } from "./model-provider/server.ts";
import { startPaymentProviders } from "./payment-providers/server.ts";
import { startTool } from "./run.mjs";
import { seedOnce } from "./seed-once.mjs";
import { startSmsProvider } from "./sms-provider/server.ts";
import { onStop } from "./stopping.mjs";

const port = Number(process.env.PORT ?? 8787);
const persistTo = ".wrangler/state";
const serverBuild = "build/index.js";
const tools = [];

/** One tool's end is everyone's: a half of the pair is of no use. */
const keep = (child) => {
	tools.push(child);
	child.on("exit", (code) => stop(code ?? 0));
	return child;
};

let providers;
const stop = async (code) => {
	for (const child of tools) child.kill("SIGTERM");
	await providers?.stop();
	process.exit(code);
};
onStop(() => stop(0));

const begun = Date.now();
const billing = await startBillingService();
await migrate(persistTo);
keepPort(persistTo, port);
const settings = readDevVars(port);
await seedOnce(persistTo, { origin: settings.PORTAL_ORIGIN });
providers = await startPaymentProviders({ port: providersPort(port), booksFile: providersBooks(persistTo) });
await prepareDemoPayments({
	persistTo,
	origin: settings.PORTAL_ORIGIN,
	providers: providers.origin,
	secret: settings.SECRET,
});
const sms = await startSmsProvider({ port: smsPort(port) });
const models = await startChosenModel(settings, modelPort(port));
const vars = { ...billing.vars, ...sms.vars, ...models, PAYMENT_PROVIDERS_ORIGIN: providers.origin, ...settings };
// why: the compiler overwrites public/build with development files, which npm start's bundle does not know.
rmSync(".cache/bundle", { recursive: true, force: true });
keep(startTool("remix", ["watch"], { env: { NODE_ENV: "development" } }));
while (!existsSync(serverBuild) || statSync(serverBuild).mtimeMs < begun) await wait(200);
const options = Object.entries({ ...vars, LIVE_RELOAD: "1" }).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
const server = ["--port", String(port), "--persist-to", persistTo, ...options];
keep(startTool("wrangler", ["dev", "--local", "--live-reload", "--log-level", "log", ...server]));
