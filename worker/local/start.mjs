// npm start: the portal on http://localhost:8787, from nothing.
import { prepare } from "./install.mjs";
import { onStop } from "./stopping.mjs";

await prepare(import.meta.url);
process.env.WRANGLER_LOG ??= "error";
const { openPortal } = await import("./portal.mjs");
const { demoAccounts } = await import("./seed-once.mjs");
const { readDevVars } = await import("./dev-vars.mjs");
const { greeting } = await import("./greeting.mjs");

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
	console.log(greeting(portal.url, await demoAccounts()));
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
