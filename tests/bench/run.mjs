// npm run bench: measures the speed as ratios of one run, in one table. A missed target fails nothing.
import { parseArgs } from "node:util";
import { build } from "../../worker/local/build.mjs";
import { runTool } from "../../worker/local/run.mjs";
import { startBench } from "./bench.mjs";
import { describeMachine } from "./machine.mjs";
import { profile } from "./profile.mjs";
import { dropState, prepareState } from "./states.mjs";
import { toMarkdown, toShortMarkdown, writeBetweenMarks } from "./table.mjs";

const help = `npm run bench -- [options]
  --applicants 10000,1000000   the sizes of the database, smallest first
  --only R1,R5                 some rows of the table
  --profile                    where the time goes in the server rows that miss their target
  --write-readme               puts the table into tests/bench/README.md and its first lines into README.md`;

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
	L1: "./l1-set-up-lists.mjs",
	S1: "./s1-sheet.mjs",
	S2: "./s2-pdf.mjs",
	S3: "./s3-attachment.mjs",
	M1: "./m1-mails.mjs",
	I1: "./i1-import.mjs",
	N1: "./n1-neighbour.mjs",
};

const { values: options } = parseArgs({
	options: {
		applicants: { type: "string", default: "10000,1000000" },
		only: { type: "string", default: Object.keys(modules).join() },
		profile: { type: "boolean", default: false },
		"write-readme": { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

const main = async () => {
	const only = options.only.split(",");
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
		rows.push(...[await Promise.try(run, bench).catch((error) => notMeasured(id, error))].flat());
		await bench.stopServers();
	}
	const table = toMarkdown(rows, describeMachine());
	console.log(`\n${table}`);
	if (options["write-readme"]) {
		writeBetweenMarks("tests/bench/README.md", table);
		writeBetweenMarks("README.md", toShortMarkdown(rows, describeMachine()));
		await runTool("biome", ["format", "--write", "tests/bench/README.md", "README.md"]);
	}
	if (options.profile)
		for (const id of new Set(rows.filter(({ isMet }) => !isMet).map((row) => row.id))) {
			const { exercise } = await import(modules[id]);
			if (exercise) console.log(`\n${id}: ${await profile(bench, exercise)}`);
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
