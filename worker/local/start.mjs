// npm start: the portal on http://localhost:8787, from nothing.
import { readDevVars } from "./dev-vars.mjs";
import { openPortal } from "./portal.mjs";
import { demoAccounts } from "./seed-once.mjs";
import { onStop } from "./stopping.mjs";

const port = Number(process.env.PORT ?? 8787);
let portal;
onStop(async () => {
	await portal?.stop();
	process.exit(portal ? 0 : 1);
});

try {
	portal = await openPortal({
		port,
		persistTo: ".wrangler/state",
		vars: readDevVars(port),
		onStep: (step) => console.log(`${step} …`),
		onLog: (message) => console.log(message),
	});
	const accounts = await demoAccounts();
	console.log(`\nMatricula is ready at ${portal.url}. These accounts can log in:`);
	console.table(accounts.map(({ organisation, role, email, password }) => ({ organisation, role, email, password })));
	console.log("Ctrl-C stops it. The data stays in .wrangler/state.");
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
