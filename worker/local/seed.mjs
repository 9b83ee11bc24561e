// Loads the demo data into the local database and file store: npm run seed -- --help
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig } from "wrangler";
import { findDatabase } from "./find-database.mjs";
import { migrate } from "./migrate.mjs";
import "./resolve-typescript.mjs";

const help = `npm run seed -- [options]   replaces everything in the local database by demo data
  --applicants 5000            how many; those beyond 5,000 have few answers and one line of log
  --organisation crestfield    whose main application gets those beyond 5,000
  --persist-to .wrangler/state where the local state lies
  --seed 1                     another seed, other people
  --origin http://localhost:8787   where the portal is reached; emails show the logo from there
  --now 2026-11-20T09:00:00Z   the moment the data is made for; the present hour unless given
  --if-empty                   does nothing when there is an institution already
  --without-files              leaves out photos and documents
  --print-accounts             only prints the accounts to log in with, as JSON
  --print-loaded               only prints those of them that are in the database`;

const { values: options } = parseArgs({
	options: {
		applicants: { type: "string", default: "5000" },
		organisation: { type: "string", default: "crestfield" },
		"persist-to": { type: "string", default: ".wrangler/state" },
		seed: { type: "string", default: "1" },
		origin: { type: "string", default: "http://localhost:8787" },
		now: { type: "string" },
		"if-empty": { type: "boolean", default: false },
		"without-files": { type: "boolean", default: false },
		"print-accounts": { type: "boolean", default: false },
		"print-loaded": { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

const root = join(import.meta.dirname, "../..");
const demoFolder = join(root, "worker/database/demo");
const persistTo = options["persist-to"];

const wholeNumber = (name) => {
	const value = Number(options[name]);
	if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number`);
	return value;
};

/** Photos, documents and downloads, into the local R2. */
const storeFiles = async (files) => {
	const { r2_buckets: buckets } = unstable_readConfig({ config: join(root, "wrangler.toml") }, { hideWarnings: true });
	const id = buckets.find(({ binding }) => binding === "FILES")?.bucket_name;
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			resourcePersistencePath: resolve(persistTo, "v3"),
			cf: false,
			workers: [
				{
					name: "files",
					modules: [{ type: "ESModule", path: "files.js", contents: "export default {};" }],
					r2Buckets: { FILES: { id } },
				},
			],
		}),
	);
	try {
		const bucket = await miniflare.getR2Bucket("FILES");
		for (const { key, bytes, mimetype, digest } of files)
			await bucket.put(key, bytes, {
				httpMetadata: { contentType: mimetype },
				...(digest && { customMetadata: { digest } }),
			});
	} finally {
		await miniflare.dispose();
	}
};

/** Draws letters as the portal does, and records their sizes. @param stored the bytes of the files in the store, by key */
const drawLetters = async (database, letters, stored) => {
	const { drawLetter, writeLetter } = await import("#worker/services/letters/draw-letter");
	const { checkOfLetter } = await import("#worker/services/letters/letter-code");
	const { readStoredPicture } = await import("#worker/gateways/pdf/read-picture");
	const FILES = { get: async (key) => new Response(stored.get(key)) };
	const setSize = database.prepare("UPDATE letters SET size = ? WHERE organisation_id = ? AND object_key = ?");
	const files = [];
	for (const { organisation, key, code, text } of letters) {
		const [logo, signature] = await Promise.all(
			[organisation.logoKey, organisation.signatureKey].map((picture) => readStoredPicture({ FILES }, picture)),
		);
		const written = await writeLetter({ organisation, logo, signature, pictures: new Map() }, text);
		if (!written.ok) throw new Error(`The letter ${key} cannot be written: ${written.code}`);
		const bytes = await drawLetter(
			written.value,
			checkOfLetter({ PORTAL_ORIGIN: options.origin }, organisation.id, code),
		);
		setSize.run(bytes.length, organisation.id, key);
		files.push({ key, bytes, mimetype: "application/pdf", digest: written.value.digest });
	}
	return files;
};

const moment = () => {
	const hourMs = 3_600_000;
	const value = options.now ? Date.parse(options.now) : Math.floor(Date.now() / hourMs) * hourMs;
	if (Number.isNaN(value)) throw new Error("--now must be a date and time");
	return value;
};

const run = async () => {
	const { demoAccounts } = await import("#worker/database/demo/institution");
	if (options.help) return console.log(help);
	if (options["print-accounts"]) return console.log(JSON.stringify(demoAccounts));

	const { accountsIn, isLoaded, loadDemo } = await import("#worker/database/demo/load");
	const { storedFiles } = await import("#worker/database/demo/files");
	if (!findDatabase(persistTo)) await migrate(persistTo);
	const file = findDatabase(persistTo);
	if (!file) throw new Error(`There is no local database under ${persistTo}`);

	const database = new DatabaseSync(file, { timeout: 10_000 });
	if (options["print-loaded"]) {
		console.log(JSON.stringify(accountsIn(database)));
		return database.close();
	}
	if (options["if-empty"] && isLoaded(database)) return database.close();
	const started = performance.now();
	const sizes = new Map(storedFiles.map(({ key, path }) => [key, statSync(join(demoFolder, path)).size]));
	const made = loadDemo(database, {
		applicants: wholeNumber("applicants"),
		organisation: options.organisation,
		seed: wholeNumber("seed"),
		now: moment(),
		fileSize: (key) => sizes.get(key) ?? 0,
		origin: options.origin,
		onProgress: (loaded) => console.log(`  ${loaded.toLocaleString("en")} applicants`),
	});
	if (!options["without-files"]) {
		const kept = storedFiles.map(({ path, ...file }) => ({ ...file, bytes: readFileSync(join(demoFolder, path)) }));
		const drawn = await drawLetters(database, made.letters, new Map(kept.map(({ key, bytes }) => [key, bytes])));
		await storeFiles([...kept, ...made.files, ...drawn]);
	}
	database.close();
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	console.log(`Demo data loaded in ${seconds} s.`);
	if (!options["if-empty"]) console.table(demoAccounts);
};

try {
	await run();
} catch (error) {
	console.error(process.env.DEBUG ? error : error.message);
	process.exitCode = 1;
}
