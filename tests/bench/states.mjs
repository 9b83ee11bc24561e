// The databases of the measurements: each size is loaded once and kept; every run works on copies.
import { createHash } from "node:crypto";
import { constants, cpSync, existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../worker/local/migrate.mjs";
import { runScript } from "../../worker/local/run.mjs";

const folder = ".cache/bench";
const organisation = "crestfield";

/** Creates a state folder with that many applicants. @returns the ids that the rows need */
export const prepareState = async (applicants) => {
	const copy = `${folder}/run-${applicants}`;
	rmSync(copy, { recursive: true, force: true });
	cpSync(await seeded(applicants), copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
	return { applicants, organisation, persistTo: copy, file: databaseIn(copy), ...readFacts(databaseIn(copy)) };
};

/** Copies a run's state for a row that changes it for itself alone. @param {string} name of the copy */
export const copyState = (state, name) => {
	const persistTo = `${folder}/run-${name}`;
	rmSync(persistTo, { recursive: true, force: true });
	cpSync(state.persistTo, persistTo, { recursive: true, mode: constants.COPYFILE_FICLONE });
	return { ...state, persistTo, file: databaseIn(persistTo) };
};

/** Deletes the run's copy; the loaded state is kept for the next run. */
export const dropState = ({ persistTo }) => rmSync(persistTo, { recursive: true });

const seeded = async (applicants) => {
	const kept = `${folder}/seeded-${applicants}-${fingerprint()}`;
	if (existsSync(kept)) return kept;
	const begun = `${folder}/begun-${applicants}`;
	for (const old of existsSync(folder) ? readdirSync(folder) : [])
		if (old.startsWith(`seeded-${applicants}-`) || old === `begun-${applicants}`)
			rmSync(join(folder, old), { recursive: true });
	await migrate(begun);
	const options = ["--applicants", String(applicants), "--organisation", organisation, "--persist-to", begun];
	const { code } = await runScript("worker/local/seed.mjs", [...options, "--without-files"], {
		stdio: ["ignore", "ignore", "inherit"],
	});
	if (code !== 0) throw new Error(`${applicants} applicants could not be loaded.`);
	renameSync(begun, kept);
	return kept;
};

/** why: these files decide the loaded rows; a change in them loads the rows again. */
const fingerprint = () => {
	const hash = createHash("sha256");
	for (const path of globSync("worker/database/{demo,migrations,schema}/**/*.{ts,sql,json}").sort())
		hash.update(path).update(readFileSync(path));
	return hash.digest("hex").slice(0, 12);
};

const databaseIn = (state) => {
	const d1 = join(state, "v3/d1/miniflare-D1DatabaseObject");
	const file = readdirSync(d1).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
	return join(d1, file);
};

const readFacts = (file) => {
	const database = new DatabaseSync(file);
	const { id, total } = database
		.prepare(
			`SELECT application_id AS id, sum(applicants) AS total FROM applicant_counts WHERE organisation_id = ?
				GROUP BY application_id ORDER BY total DESC LIMIT 1`,
		)
		.get(organisation);
	// why without letters: drawing ten thousand of them takes a quarter of a second each.
	const steps = database
		.prepare(
			`SELECT workflow_steps.id FROM applications JOIN workflow_steps
				ON workflow_steps.organisation_id = applications.organisation_id
				AND workflow_steps.workflow_id = applications.workflow_id
			WHERE applications.organisation_id = ? AND applications.id = ? AND pdf_template_id IS NULL
			ORDER BY position`,
		)
		.all(organisation, id);
	database.close();
	return { application: id, inApplication: total, stepIds: steps.map((step) => step.id) };
};
