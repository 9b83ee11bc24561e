// npm start: the portal on http://localhost:8787, from nothing.
import { startBillingService } from "./billing-service/server.mjs";
import { build, bundle } from "./build.mjs";
import { prepareDemoPayments } from "./demo-payments-once.mjs";
import { keepPort, modelPort, providersBooks, providersPort, readDevVars, smsPort } from "./dev-vars.mjs";
import { migrate } from "./migrate.mjs";
import { startChosenModel } from "./model-provider/server.ts";
import { startPaymentProviders } from "./payment-providers/server.ts";
import { loadedAccounts, seedOnce } from "./seed-once.mjs";
import { serve } from "./serve.mjs";
import { startSmsProvider } from "./sms-provider/server.ts";
import { onStop } from "./stopping.mjs";

const port = Number(process.env.PORT ?? 8787);
const state = ".wrangler/state";
let portal;
let providers;
onStop(async () => {
	await portal?.stop();
	await providers?.stop();
	process.exit(portal ? 0 : 1);
});

try {
	console.log("Building …");
	await build();
	console.log("Preparing the database …");
	await migrate(state);
	keepPort(state, port);
	const settings = readDevVars(port);
	await seedOnce(state, { origin: settings.PORTAL_ORIGIN });
	console.log("Starting …");
	providers = await startPaymentProviders({ port: providersPort(port), booksFile: providersBooks(state) });
	await prepareDemoPayments({
		persistTo: state,
		origin: settings.PORTAL_ORIGIN,
		providers: providers.origin,
		secret: settings.SECRET,
	});
	const billing = await startBillingService();
	const sms = await startSmsProvider({ port: smsPort(port) });
	const models = await startChosenModel(settings, modelPort(port));
	const vars = { ...billing.vars, ...sms.vars, ...models, PAYMENT_PROVIDERS_ORIGIN: providers.origin, ...settings };
	portal = await serve({ port, persistTo: state, script: bundle, vars });
	const accounts = await loadedAccounts(state);
	console.log(`\nMatricula is ready at ${portal.url}.${accounts.length > 0 ? " These accounts can log in:" : ""}`);
	if (accounts.length > 0)
		console.table(accounts.map(({ organisation, role, email, password }) => ({ organisation, role, email, password })));
	console.log(
		`Payments go to local stand-ins of the payment platforms at ${providers.origin}; no money moves. Its first page has their keys.`,
	);
	console.log(`Text messages go to a local stand-in at ${sms.origin}, which shows them; none reaches a phone.`);
	if (models.ASSISTANT_URL)
		console.log(`The assistant's words go to a local stand-in of a language model at ${models.ASSISTANT_URL}.`);
	console.log(`Ctrl-C stops it. The data stays in ${state}.`);
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
