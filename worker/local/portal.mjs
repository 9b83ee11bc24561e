import { build, bundle } from "./build.mjs";
import { migrate } from "./migrate.mjs";
import { seedOnce } from "./seed-once.mjs";
import { serve } from "./serve.mjs";

/**
 * Brings the portal up from nothing: built, migrated, with demo data (once a state folder), served.
 * @param {object} options
 * @param {number} options.port
 * @param {string} options.persistTo the folder that keeps database and files
 * @param {Record<string, string>} options.vars
 * @param {number} [options.applicants] how many the demo data has; the seed's own number if left out
 * @param {(step: string) => void} [options.onStep] hears what is being done
 * @param {(message: string, level: string) => void} [options.onLog] gets the Worker's console
 */
export const openPortal = async ({ port, persistTo, vars, applicants, onStep = () => {}, onLog }) => {
	onStep("Building");
	await build();
	onStep("Preparing the database");
	await migrate(persistTo);
	await seedOnce(persistTo, applicants);
	onStep("Starting");
	return serve({ port, persistTo, script: bundle, vars, onLog });
};
