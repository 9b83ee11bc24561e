import { runScript } from "./run.mjs";

const seed = "worker/local/seed.mjs";

/** Loads the demo data into a state folder that has none. @param {number} [applicants] the seed's own number if left out */
export const seedOnce = async (persistTo, applicants) => {
	const number = applicants === undefined ? [] : ["--applicants", String(applicants)];
	const { code } = await runScript(seed, ["--if-empty", "--persist-to", persistTo, ...number]);
	if (code !== 0) throw new Error("The demo data could not be loaded.");
};

/** Returns the demo accounts that are listed at the start: organisation, role, email, password and what they can do. */
export const demoAccounts = async () => {
	const { code, output } = await runScript(seed, ["--print-accounts"], { stdio: ["ignore", "pipe", "inherit"] });
	return code === 0 ? JSON.parse(output) : [];
};
