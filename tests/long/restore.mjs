// The restore drill: a served institution works, its database is copied and lost, and put back from the copy.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { migrate } from "../../worker/local/migrate.mjs";
import { signInToApi } from "../bench/sign-in.mjs";
import { startServer } from "./start-server.mjs";

const moved = 600;
const timeoutMs = 60_000;

/**
 * Writes through the API, copies the database, deletes it, shows that nothing is left, and restores it. Compares every table, row by
 * row, and lets the restored institution be used.
 * @returns {Promise<{ line: string, faults: string[] }>}
 */
export const drillRestore = async (state) => {
	const copy = `${state.file}.copy`;
	const first = await startServer(state);
	const before = await useInstitution(first, state, "before");
	await first.kill();
	const expected = readTables(state.file);

	const copying = performance.now();
	const source = new DatabaseSync(state.file);
	await backup(source, copy);
	source.close();
	const copyMs = performance.now() - copying;

	for (const file of filesOf(state.file)) rmSync(file, { force: true });
	await migrate(state.persistTo);
	const faults = [];
	if (rowsIn(state.file, "applicants") > 0) faults.push("the applicants were not lost, so that nothing was drilled");

	const restoring = performance.now();
	for (const file of filesOf(state.file)) rmSync(file, { force: true });
	copyFileSync(copy, state.file);
	const restoreMs = performance.now() - restoring;
	const restored = readTables(state.file);
	faults.push(...differences(expected, restored), ...brokenIn(state.file));

	const second = await startServer(state);
	const after = await useInstitution(second, state, "after");
	await second.kill();
	rmSync(copy);
	for (const [name, seen] of Object.entries(before.seen))
		if (after.seenFirst[name] !== seen) faults.push(`${name}: ${seen} before, ${after.seenFirst[name]} after`);

	const rows = [...expected.values()].reduce((sum, { count }) => sum + count, 0);
	const times = `copied in ${Math.round(copyMs)} ms, restored in ${Math.round(restoreMs)} ms`;
	return { line: `restore: ${expected.size} tables, ${rows} rows, ${times}`, faults };
};

/** Reads the list, a search and the activity log, moves applicants to a stage, and reads again. */
const useInstitution = async ({ url }, state, reason) => {
	const authorization = await signInToApi({ url }, state);
	const ask = async (path, init = {}) => {
		const headers = { ...authorization, "content-type": "application/json" };
		const answer = await fetch(`${url}/api${path}`, { ...init, headers });
		if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
		return answer.json();
	};
	const look = async () => {
		const all = await ask(`/candidates?applicationId=${state.application}&size=100`);
		const [{ lastName }] = all.data;
		const found = await ask(`/candidates?applicationId=${state.application}&keyword=${encodeURIComponent(lastName)}`);
		const steps = await ask(`/statistics/candidate-stages?applicationId=${state.application}`);
		return {
			applicants: all.resultTotal,
			"found by a name": found.resultTotal,
			stages: steps.stages.map(({ applicants }) => applicants).join(),
		};
	};
	const seenFirst = await look();
	const candidateIds = withDatabase(state.file, (database) =>
		database
			.prepare("SELECT id FROM applicants WHERE organisation_id = ? AND application_id = ? ORDER BY seq LIMIT ?")
			.all(state.organisation, state.application, moved)
			.map(({ id }) => id),
	);
	const stageId = reason === "before" ? state.stepIds.at(-1) : state.stepIds.at(-2);
	await ask("/candidates", {
		method: "PATCH",
		body: JSON.stringify({ candidateIds, stageId, reason, doNotNotify: true }),
	});
	const isQuiet = () => rowsIn(state.file, "tasks", "status = 'STARTED'") === 0;
	for (const until = Date.now() + timeoutMs; !isQuiet(); await wait(100))
		if (Date.now() > until) throw new Error(`The stage change is not done after ${timeoutMs} ms.`);
	return { seenFirst, seen: await look() };
};

const withDatabase = (file, use) => {
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		return use(database);
	} finally {
		database.close();
	}
};

const rowsIn = (file, table, condition = "true") =>
	withDatabase(file, (database) => database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${condition}`).get().n);

const filesOf = (file) => [file, `${file}-wal`, `${file}-shm`].filter(existsSync);

/** Returns the number of rows of each table, and what their values come to. */
const readTables = (file) =>
	withDatabase(file, (database) => {
		const tables = database
			.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
			.all();
		return new Map(
			tables.map(({ name }) => {
				const hash = createHash("sha256");
				let count = 0;
				const statement = database.prepare(`SELECT * FROM "${name}"`);
				statement.setReturnArrays(true);
				statement.setReadBigInts(true);
				for (const row of statement.iterate()) {
					count += 1;
					for (const value of row) hash.update(String(value)).update("\0");
				}
				return [name, { count, digest: hash.digest("hex") }];
			}),
		);
	});

const differences = (expected, restored) =>
	[...new Set([...expected.keys(), ...restored.keys()])].flatMap((table) => {
		const [was, is] = [expected.get(table), restored.get(table)];
		if (was?.count !== is?.count) return [`${table}: ${was?.count} rows before, ${is?.count} after`];
		return was?.digest === is?.digest ? [] : [`${table}: other values than before`];
	});

/** What SQLite itself finds wrong with a file. */
const brokenIn = (file) =>
	withDatabase(file, (database) => [
		...database
			.prepare("PRAGMA integrity_check")
			.all()
			.flatMap(({ integrity_check: found }) => (found === "ok" ? [] : [found])),
		...database
			.prepare("PRAGMA foreign_key_check")
			.all()
			.map(({ table, parent }) => `${table} refers to nothing in ${parent}`),
	]);
