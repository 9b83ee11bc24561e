import { cpSync, mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { bundle } from "../../worker/local/build.mjs";
import "../../worker/local/resolve-typescript.mjs";
import { loadCore, serverCore, startProcess } from "./processes.mjs";
import { summarize } from "./stats.mjs";

const people = 1_000;
const job = { notices: 30, warmUps: 5 };
const maxRatio = 2;
const maxMs = 250;

/** R4: measures one notice to the sockets of a thousand users, until the last one has received it. */
export const run = async (bench) => {
	const state = bench.smallest;
	const users = await addPeople(state, bench.secret);
	const portal = await bench.servePortal(state, { script: noticingWorker() });
	const urls = users.map(
		({ id, token }) => `${portal.url.replace("http", "ws")}/api/notifications/${id}?token=${token}`,
	);
	const noticeUrl = `${portal.url}/bench/notice?organisation=${state.organisation}`;
	const ours = summarize(await time({ ...job, urls, noticeUrl }));
	await portal.stop();

	const port = await bench.freePort();
	const ws = await startProcess("ws-server.mjs", { port }, serverCore);
	const plain = { urls: urls.map(() => `ws://localhost:${port}`), noticeUrl: `http://localhost:${port}` };
	const theirs = summarize(await time({ ...job, ...plain }));
	await ws.stop();

	const ratio = ours.median / theirs.median;
	return {
		id: "R4",
		what: `one notice to ${people.toLocaleString("en")} sockets, last byte / the same with Node's ws`,
		ratio: ratio.toFixed(2),
		target: `≤ ${maxRatio}, and under ${maxMs} ms`,
		isMet: ratio <= maxRatio && ours.p95 < maxMs,
		parts: [
			{ what: "the hub, authenticated sockets, hibernation", ...ours },
			{ what: "ws, nothing else", ...theirs },
		],
	};
};

const time = async (notice) => {
	const client = await startProcess("sockets.mjs", {}, loadCore);
	const { samples } = await client.ask(notice);
	await client.stop();
	return samples;
};

/** Signs in a different member of staff for each socket, as in an institution. */
const addPeople = async ({ file, organisation }, secret) => {
	const { signAccessToken } = await import("#worker/http/access-token");
	const now = Date.now();
	const database = new DatabaseSync(file);
	const user = database.prepare(
		`INSERT INTO users (organisation_id, id, email, first_name, last_name, blocked, created_at)
			VALUES (?, ?, ?, 'Bench', ?, 0, ?)`,
	);
	const session = database.prepare(
		`INSERT INTO sessions (organisation_id, id, user_id, generation, rotated_at, created_at, expires_at)
			VALUES (?, ?, ?, 0, ?, ?, ?)`,
	);
	database.exec("BEGIN");
	const ids = Array.from({ length: people }, (_, index) => `bench-${now}-${index}`);
	for (const [index, id] of ids.entries()) {
		user.run(organisation, id, `${id}@bench.test`, String(index), now);
		session.run(organisation, id, id, now, now, now + 3_600_000);
	}
	database.exec("COMMIT");
	database.close();
	const sign = (id) => signAccessToken(secret, { organisationId: organisation, userId: id, sessionId: id }, now);
	return Promise.all(ids.map(async (id) => ({ id, token: await sign(id) })));
};

const noticingWorker = () => {
	const folder = ".cache/bench/noticing";
	mkdirSync(folder, { recursive: true });
	cpSync(bundle, `${folder}/portal.js`);
	cpSync(`${import.meta.dirname}/noticing-worker.mjs`, `${folder}/worker.mjs`);
	return `${folder}/worker.mjs`;
};
