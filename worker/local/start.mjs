// npm start: the portal on http://localhost:8787, from nothing.
import { startBillingService } from "./billing-service/server.mjs";
import { build, bundle } from "./build.mjs";
import { readDevVars } from "./dev-vars.mjs";
import { migrate } from "./migrate.mjs";
import { loadedAccounts, seedOnce } from "./seed-once.mjs";
import { serve } from "./serve.mjs";
import { onStop } from "./stopping.mjs";

const port = Number(process.env.PORT ?? 8787);
const state = ".wrangler/state";
let portal;
onStop(async () => {
	await portal?.stop();
	process.exit(portal ? 0 : 1);
});

try {
	console.log("Building …");
	await build();
	console.log("Preparing the database …");
	await migrate(state);
	const vars = readDevVars(port);
	await seedOnce(state, { origin: vars.PORTAL_ORIGIN });
	console.log("Starting …");
	const billing = await startBillingService();
	portal = await serve({ port, persistTo: state, script: bundle, vars: { ...billing.vars, ...vars } });
	const accounts = await loadedAccounts(state);
	console.log(`\nMatricula is ready at ${portal.url}.${accounts.length > 0 ? " These accounts can log in:" : ""}`);
	if (accounts.length > 0)
		console.table(accounts.map(({ organisation, role, email, password }) => ({ organisation, role, email, password })));
	console.log(`Ctrl-C stops it. The data stays in ${state}.`);
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
