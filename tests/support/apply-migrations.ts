import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { plainDatabase } from "#tests/support/statements";

await applyD1Migrations(plainDatabase, env.TEST_MIGRATIONS);

// why: files share a runtime, because it takes longer to start than most files to run; each begins with empty tables.
// The search index follows its table; the two logs and the ledger are append-only for tests too.
const { results: tables } = await plainDatabase
	.prepare(
		`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%search%'
		AND substr(name, 1, 1) <> '_'
		AND name NOT IN ('d1_migrations', 'audit_events', 'modification_entries', 'payment_events')`,
	)
	.all<{ name: string }>();
const keepsEvents = await plainDatabase
	.prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'events_are_kept'")
	.first<string>("sql");
if (keepsEvents === null) throw new Error("The trigger that keeps events is gone");
await plainDatabase.batch(
	[
		// why without it: events that were not delivered would be sent again in the files that follow.
		"DROP TRIGGER events_are_kept",
		...tables.map(({ name }) => `DELETE FROM "${name}"`),
		keepsEvents,
	].map((statement) => plainDatabase.prepare(statement)),
);
