// Applies worker/database/migrations to the local D1, keeping the same record of them as `wrangler d1 migrations`.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig, unstable_splitSqlQuery } from "wrangler";

/** @param {string} persistTo the folder that keeps the state. @returns {Promise<string[]>} what was applied now */
export const migrate = async (persistTo) => {
	const [{ database_id: id, migrations_dir: folder }] = unstable_readConfig({ config: "wrangler.toml" }).d1_databases;
	const resourcePersistencePath = resolve(persistTo, "v3");
	mkdirSync(resourcePersistencePath, { recursive: true });
	const miniflare = new Miniflare(
		convertV4MiniflareOptions({
			resourcePersistencePath,
			cf: false,
			workers: [
				{
					name: "migrations",
					modules: [{ type: "ESModule", path: "migrations.js", contents: "export default {};" }],
					d1Databases: { DB: { id } },
				},
			],
		}),
	);
	try {
		return await applyAll(await miniflare.getD1Database("DB"), folder);
	} finally {
		await miniflare.dispose();
	}
};

const applyAll = async (database, folder) => {
	await database
		.prepare(
			"CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
		)
		.run();
	const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
	const applied = new Set(results.map(({ name }) => name));
	const pending = readdirSync(folder)
		.filter((name) => name.endsWith(".sql") && !applied.has(name))
		.sort();
	for (const name of pending) {
		const statements = unstable_splitSqlQuery(readFileSync(`${folder}/${name}`, "utf8"));
		const record = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
		try {
			await database.batch([...statements.map((sql) => database.prepare(sql)), record]);
		} catch (error) {
			throw new Error(`The migration ${name} failed: ${error.message}`);
		}
	}
	return pending;
};
