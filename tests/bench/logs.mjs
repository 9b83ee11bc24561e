// Entries of the two logs, written straight into the database of a run before a server opens it.
import { DatabaseSync } from "node:sqlite";

/** How many users, applicants and fields take turns: each filter fits one entry of fifty. */
export const turns = 50;
/** why: one transaction of ten million rows would be kept in the write-ahead log as a whole. */
const batch = 1_000_000;
/** The time between two entries, in milliseconds. */
const apartMs = 3_000;

export const logs = {
	audit_events: {
		columns: "user_agent, address, action, status, subject, actor_name, actor_kind, details",
		values: `'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', '203.0.113.9',
			'applicants.stage_changed', iif(i / ${turns} % ${turns} = 7, 'FAILED', 'SUCCESS'), person.id,
			'Bench User', 'staff', '{"stageName":"Screening"}'`,
	},
	modification_entries: {
		columns: "entity, entity_id, field, old_value, new_value",
		values: `'applicant', person.id, 'bench-field-' || (i / ${turns} % ${turns}), '"Law"', '"Medicine"'`,
	},
};

export const emailOf = (turn) => `log${turn}@crestfield.example`;

/** Fills both logs up to so many entries, one every three seconds until now. Triggers and indexes are as before. */
export const fillLogs = ({ file, organisation }, count) => {
	const database = new DatabaseSync(file);
	database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -1048576");
	database.exec(`CREATE TEMP TABLE people AS SELECT row_number() OVER (ORDER BY seq) - 1 AS turn, id FROM applicants
		WHERE organisation_id = '${organisation}' ORDER BY seq LIMIT ${turns};
		CREATE UNIQUE INDEX temp.people_by_turn ON people (turn)`);
	const begin = Date.now() - count * apartMs;
	for (const [table, { columns, values }] of Object.entries(logs)) {
		const { present } = database.prepare(`SELECT count(*) AS present FROM ${table}`).get();
		const indexes = database
			.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
			.all(table);
		// why: ten million rows are sorted once for each index, which takes less than to find each row's place in it.
		for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
		for (let from = present; from < count; from += batch)
			database.exec(`WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL
					SELECT i + 1 FROM n WHERE i + 1 < ${Math.min(count, from + batch)})
				INSERT INTO ${table} (organisation_id, id, user_id, username, created_at, ${columns})
				SELECT '${organisation}', printf('bench-%09d', i), NULL, 'log' || (i % ${turns}) || '@crestfield.example',
					${begin} + i * ${apartMs}, ${values}
				FROM n CROSS JOIN people AS person ON person.turn = (i * 7 + i / ${turns}) % ${turns}`);
		for (const { sql } of indexes) database.exec(sql);
	}
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	database.close();
};

/** Returns the place in a log, as its pages name it, beyond which a share of the entries of a filter is. */
export const placeIn = ({ file, organisation }, table, share, [column, value] = []) => {
	const database = new DatabaseSync(file, { readOnly: true });
	// why not the oldest of all: the demo's own are from long before.
	const endAt = (order) =>
		database
			.prepare(
				`SELECT created_at AS at FROM ${table} WHERE organisation_id = ? AND id > 'bench-' AND id < 'bench.'
				ORDER BY id ${order} LIMIT 1`,
			)
			.get(organisation).at;
	const [first, last] = [endAt("ASC"), endAt("DESC")];
	const filter = column === undefined ? "" : `AND ${column} = '${value}'`;
	const { at, seq } = database
		.prepare(
			`SELECT created_at AS at, rowid AS seq FROM ${table} WHERE organisation_id = ? AND created_at <= ? ${filter}
			ORDER BY created_at DESC LIMIT 1`,
		)
		.get(organisation, Math.round(first + (last - first) * share));
	database.close();
	return `${at}-${seq}`;
};

/** Returns an applicant that entries are about. */
export const subjectIn = ({ file, organisation }) => {
	const database = new DatabaseSync(file, { readOnly: true });
	const { subject } = database
		.prepare("SELECT subject FROM audit_events WHERE organisation_id = ? AND id = 'bench-000099990'")
		.get(organisation);
	database.close();
	return subject;
};
