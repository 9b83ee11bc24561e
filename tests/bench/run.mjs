// npm run bench: measures the speed as ratios of one run, in one table. A missed target fails nothing.
import { parseArgs } from "node:util";
import { build } from "../../worker/local/build.mjs";
import { runTool } from "../../worker/local/run.mjs";
import { startBench } from "./bench.mjs";
import { describeMachine } from "./machine.mjs";
import { profile } from "./profile.mjs";
import { dropState, prepareState } from "./states.mjs";
import { toMarkdown, writeTables } from "./table.mjs";

const help = `npm run bench -- [options] [rows of the table, such as R1 R5; all unless named]
  --applicants 10000,1000000   the sizes of the database, smallest first
  --profile                    where the time goes in the server rows that miss their target
  --write-readme               puts the rows into the table of tests/bench/README.md, and their first lines into README.md`;

const modules = {
	P1: "./p1-page.mjs",
	R1: "./r1-list.mjs",
	R2: "./r2-pages.mjs",
	R3: "./r3-palette.mjs",
	R4: "./r4-notice.mjs",
	R5: "./r5-stage-change.mjs",
	R6: "./r6-export.mjs",
	R7: "./r7-browser-code.mjs",
	R8: "./r8-vitals.mjs",
	K1: "./k1-slow-keys.mjs",
	D1: "./d1-form-design.mjs",
	L1: "./l1-set-up-lists.mjs",
	S1: "./s1-sheet.mjs",
	S2: "./s2-pdf.mjs",
	S3: "./s3-attachment.mjs",
	M1: "./m1-mails.mjs",
	I1: "./i1-import.mjs",
	N1: "./n1-neighbour.mjs",
	C1: "./c1-criteria.mjs",
	A1: "./a1-dashboard.mjs",
	A2: "./a2-logs.mjs",
	T1: "./t1-transactions.mjs",
	T2: "./t2-requery.mjs",
	T3: "./t3-export-transactions.mjs",
	T4: "./t4-webhooks.mjs",
	T5: "./t5-settlements.mjs",
};

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		applicants: { type: "string", default: "10000,1000000" },
		profile: { type: "boolean", default: false },
		"write-readme": { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

const main = async () => {
	const unknown = positionals.filter((id) => !Object.hasOwn(modules, id));
	if (unknown.length > 0) throw new Error(`There are no rows ${unknown.join(", ")}.`);
	const only = positionals.length === 0 ? Object.keys(modules) : positionals;
	const say = (text) => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`);
	say("Building");
	await build({ force: true });
	const bundled = ["deploy", "tests/bench/bare-worker.ts", "--dry-run", "--outdir", ".cache/bench/bare"];
	const { code, output } = await runTool("wrangler", bundled, { stdio: ["ignore", "pipe", "pipe"] });
	if (code !== 0) throw new Error(output);
	const states = [];
	for (const applicants of options.applicants.split(",").map(Number)) {
		say(`Preparing ${applicants.toLocaleString("en")} applicants`);
		states.push(await prepareState(applicants));
	}
	const bench = await startBench(states);
	const rows = [];
	for (const [id, path] of Object.entries(modules)) {
		if (!only.includes(id)) continue;
		say(id);
		const { run } = await import(path);
		const measured = [await Promise.try(run, bench).catch((error) => notMeasured(id, error))].flat();
		for (const { what, ratio } of measured) say(`${id} ${ratio}: ${what}`);
		rows.push(...measured);
		await bench.stopServers();
	}
	const table = toMarkdown(rows, describeMachine());
	console.log(`\n${table}`);
	if (options["write-readme"]) {
		writeTables(rows, { machine: describeMachine(), order: Object.keys(modules) });
		await runTool("biome", ["format", "--write", "tests/bench/README.md", "README.md"]);
	}
	if (options.profile)
		for (const id of new Set(rows.filter(({ isMet }) => !isMet).map((row) => row.id))) {
			const row = await import(modules[id]);
			if (row.exercise) console.log(`\n${id}: ${await profile(bench, row)}`);
		}
	await bench.stop();
	states.forEach(dropState);
};

/** why: a row that cannot be measured must not stop the others. */
const notMeasured = (id, error) => {
	console.error(error);
	return { id, what: "could not be measured", ratio: error.message.split("\n")[0], target: "", isMet: false };
};

if (options.help) console.log(help);
else await main();
