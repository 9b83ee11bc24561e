import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { writeRaw } from "./raw-stage-change.mjs";
import { summarize } from "./stats.mjs";

const moved = 10_000;
const rounds = 6;
const reason = "Reviewed by the committee.";

/** The applicants that were measured: all of them are at the first of their two steps afterwards. */
let chosen;

/**
 * R5: measures a stage change of 10,000 applicants, from the request to the finished task, and its effect on list
 * reads.
 */
export const run = async (bench) => {
	const state = bench.largest;
	chosen = choose(state);
	const copy = `${state.file}.copy`;
	copyFileSync(state.file, copy);
	const raw = summarize(writeRaw(copy, { ...state, ...chosen, reason, rounds }));

	const portal = await bench.servePortal(state);
	const authorization = await bench.authorization(portal, state);
	const change = (round) => changeStages(portal, { ...state, ...chosen, authorization }, round);
	await change(0);
	const alone = [];
	for (let round = 1; round <= rounds; round++) alone.push(await change(round));
	const list = {
		url: `${portal.url}/${state.organisation}/applicants?application=${state.application}`,
		headers: await bench.cookie(portal, state),
	};
	const quiet = await bench.load({ ...list, requests: 400 });
	const busy = { samples: [], tookMs: [] };
	for (let round = 1; round <= rounds; round++) {
		const reads = bench.loadUntil(list);
		busy.tookMs.push(await change(rounds + round));
		const { samples } = await reads.enough();
		busy.samples.push(...samples);
	}
	await portal.stop();

	const [ours, still, stirred] = [summarize(alone), summarize(quiet.samples), summarize(busy.samples)];
	const [ratio, slowdown] = [ours.median / raw.median, stirred.p99 / still.p99];
	const count = chosen.ids.length.toLocaleString("en");
	return {
		id: "R5",
		what: `stage change of ${count} with log and event rows / the same rows in one raw SQLite transaction`,
		ratio: `${ratio.toFixed(2)}; reads' p99 × ${slowdown.toFixed(2)}`,
		target: "≤ 3; < 2",
		isMet: ratio <= 3 && slowdown < 2,
		parts: [
			{ what: "request to finished task", ...ours },
			{ what: "one transaction of node:sqlite", ...raw },
			{ what: "the same while lists are read", ...summarize(busy.tookMs) },
			{ what: "list as HTML, quiet", ...still },
			{ what: "list as HTML, meanwhile", ...stirred },
		],
	};
};

export const exercise = async (bench, portal) => {
	const authorization = await bench.authorization(portal, bench.largest);
	for (let round = 1; round <= rounds; round++)
		await changeStages(portal, { ...bench.largest, ...chosen, authorization }, round);
};

/** Returns the newest applicants that are at neither of two steps, between which they are then moved to and fro. */
const choose = ({ file, organisation, application, stepIds }) => {
	const targets = stepIds.slice(-2);
	const database = new DatabaseSync(file);
	const rows = database
		.prepare(
			`SELECT id FROM applicants WHERE organisation_id = ? AND application_id = ? AND step_id NOT IN (?, ?)
				ORDER BY seq DESC LIMIT ?`,
		)
		.all(organisation, application, ...targets, moved);
	database.close();
	return { ids: rows.map(({ id }) => id), targets };
};

/** @returns milliseconds from sending the request to the task's end */
const changeStages = async ({ url }, { file, organisation, authorization, ids, targets }, round) => {
	const startedAt = performance.now();
	const answer = await fetch(`${url}/api/candidates`, {
		method: "PATCH",
		headers: { ...authorization, "content-type": "application/json" },
		// why without emails: they have a measurement of their own.
		body: JSON.stringify({ candidateIds: ids, stageId: targets[round % 2], reason, doNotNotify: true }),
	});
	if (!answer.ok) throw new Error(`The stage change answered ${answer.status}: ${await answer.text()}`);
	const { taskId } = await answer.json();
	// why: read beside the server, which requests for the task's progress every few milliseconds would keep busy.
	const database = new DatabaseSync(file, { readOnly: true });
	const task = database.prepare(
		"SELECT status, result ->> 'changed' AS changed FROM tasks WHERE organisation_id = ? AND id = ?",
	);
	try {
		for (;;) {
			const { status, changed: done } = task.get(organisation, taskId);
			if (status === "SUCCESS" && done === ids.length) return performance.now() - startedAt;
			if (status !== "STARTED") throw new Error(`The task moved ${done} of ${ids.length}: ${status}`);
			await wait(5);
		}
	} finally {
		database.close();
	}
};
