import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

// why: files share a runtime, which takes longer to start than most files to run; each begins with empty tables. The
// search index follows its table, and the audit log is append-only for tests too.
const { results: tables } = await env.DB.prepare(
	`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%search%'
		AND substr(name, 1, 1) <> '_' AND name NOT IN ('d1_migrations', 'audit_events')`,
).all<{ name: string }>();
await env.DB.batch(tables.map(({ name }) => env.DB.prepare(`DELETE FROM "${name}"`)));
