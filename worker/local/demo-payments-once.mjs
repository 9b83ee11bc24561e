import { runScript } from "./run.mjs";

/**
 * Gives the demo its payment configurations, and the stand-ins of the platforms its pending payments. It runs before each
 * start, because keys are encrypted with the secret of this machine and webhooks go to the portal's port.
 * @param {{ persistTo: string, origin: string, providers: string, secret: string }} portal
 */
export const prepareDemoPayments = async ({ persistTo, origin, providers, secret }) => {
	const options = ["--persist-to", persistTo, "--origin", origin, "--providers", providers];
	// why not an option: every user of a machine can read those.
	const env = { ...process.env, SECRET: secret };
	const { code } = await runScript("worker/local/demo-payments.mjs", options, { env });
	if (code !== 0) throw new Error("The demo's payments could not be prepared.");
};
