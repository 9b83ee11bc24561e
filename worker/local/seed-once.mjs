import { runScript } from "./run.mjs";

const seed = "worker/local/seed.mjs";

/**
 * Loads the demo data into a state folder that has none.
 * @param {{ applicants?: number, origin?: string }} [options] the seed's own number and origin if left out
 */
export const seedOnce = async (persistTo, { applicants, origin } = {}) => {
	const number = applicants === undefined ? [] : ["--applicants", String(applicants)];
	const address = origin === undefined ? [] : ["--origin", origin];
	const { code } = await runScript(seed, ["--if-empty", "--persist-to", persistTo, ...number, ...address]);
	if (code !== 0) throw new Error("The demo data could not be loaded.");
};

const printed = async (...options) => {
	const { code, output } = await runScript(seed, options, { stdio: ["ignore", "pipe", "inherit"] });
	return code === 0 ? JSON.parse(output) : [];
};

/** Returns the demo accounts: organisation, role, email, password and what they can do. */
export const demoAccounts = () => printed("--print-accounts");

/** Returns the demo accounts that a state folder has: none where an institution was made before the demo was loaded. */
export const loadedAccounts = (persistTo) => printed("--print-loaded", "--persist-to", persistTo);
