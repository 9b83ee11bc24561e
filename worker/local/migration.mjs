// Writes the next numbered migration from worker/database/schema: npm run migration -- <name>
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = "worker/database/migrations";
const name = process.argv[2];
if (!name) {
	console.error("Name the migration: npm run migration -- applicant_postings [--custom]");
	process.exit(2);
}

const before = new Set(readdirSync(folder, { withFileTypes: false }));
execFileSync(
	"npx",
	[
		"drizzle-kit",
		"generate",
		"--config",
		"worker/database/drizzle.config.ts",
		"--name",
		name,
		...process.argv.slice(3),
	],
	{ stdio: "inherit" },
);
for (const file of readdirSync(folder).filter((file) => file.endsWith(".sql") && !before.has(file))) {
	// why: STRICT makes SQLite hold to the column types; the generator cannot say it.
	const sql = readFileSync(`${folder}/${file}`, "utf8").replaceAll(/^\);$/gm, ") STRICT;");
	writeFileSync(`${folder}/${file}`, sql);
	console.log(`${folder}/${file}`);
}
