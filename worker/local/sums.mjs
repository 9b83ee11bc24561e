// Proves the sums that the dashboard shows, here or at Cloudflare: npm run sums -- --help
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate } from "./migrate.mjs";
import { runTool } from "./run.mjs";
import "./resolve-typescript.mjs";

const help = `npm run sums [-- options]
counts payments, reversals and submitted forms, and says whether the kept sums of the dashboard are the same
  --rebuild                 makes the sums anew from what was counted
  --remote                  in the database at Cloudflare, which wrangler.toml names
  --persist-to .wrangler/state  where the local state lies`;

const { values: options } = parseArgs({
	options: {
		"persist-to": { type: "string", default: ".wrangler/state" },
		rebuild: { type: "boolean", default: false },
		remote: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

/** Runs `wrangler d1 execute` and returns what it answered. */
const execute = async (...what) => {
	const where = options.remote ? ["--remote"] : ["--local", "--persist-to", options["persist-to"]];
	// why: with less than that it does not print the answer either.
	const env = { WRANGLER_LOG: "log" };
	const args = ["d1", "execute", "DB", ...where, "--yes", "--json", ...what];
	const { code, output } = await runTool("wrangler", args, { stdio: ["ignore", "pipe", "pipe"], env });
	if (code !== 0) throw new Error(`The database cannot be used:\n${output.trim()}`);
	return JSON.parse(output.slice(output.indexOf("[")));
};

const rebuild = async (statements) => {
	const folder = mkdtempSync(join(tmpdir(), "matricula-"));
	try {
		const file = join(folder, "sums.sql");
		writeFileSync(file, statements.map((statement) => `${statement};\n`).join(""));
		await execute("--file", file);
	} finally {
		rmSync(folder, { recursive: true });
	}
};

const run = async () => {
	if (options.help) return console.log(help);
	const { differencesOf, rebuildStatements } = await import("#worker/database/kept-sums");
	if (!options.remote) await migrate(options["persist-to"]);
	if (options.rebuild) await rebuild(rebuildStatements);
	const [{ results }] = await execute("--command", differencesOf().replaceAll(/\s+/g, " "));
	for (const { name, differences } of results)
		console.log(`${name}: ${differences === 0 ? "every sum is right" : `${differences} differences`}`);
	if (results.some(({ differences }) => differences > 0)) {
		console.log("Make them anew with npm run sums -- --rebuild");
		process.exitCode = 1;
	}
};

try {
	await run();
} catch (error) {
	console.error(process.env.DEBUG ? error : error.message);
	process.exitCode = 1;
}
