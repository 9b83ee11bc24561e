// One kill: a stage change of 10,000 starts, workerd is killed without warning, starts again and finishes the task.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { signInToApi } from "../bench/sign-in.mjs";
import {
	chooseApplicants,
	countUnfinished,
	faultsAtTheEnd,
	faultsInSlices,
	isPast,
	letTimePass,
} from "./stage-change-rows.mjs";
import { startServer } from "./start-server.mjs";

const moved = 10_000;
/** About as long as the change takes to start, and longer than any slice. */
const longestMs = 100;
const timeoutMs = 90_000;

/** @returns {Promise<{ done: number, faults: string[] }>} the progress at the kill, and what is wrong */
export const killDuringStageChange = async (state, kill) => {
	const target = state.stepIds.slice(-2)[kill % 2];
	const read = (question, ...more) => withDatabase(state, (database) => question(database, state, ...more));
	const chosen = read(chooseApplicants, { target, limit: moved });
	const far = Math.round(Math.random() * moved);

	const first = await startServer(state);
	const authorization = await signInToApi(first, state);
	const since = Date.now();
	const asked = changeStages(first, authorization, chosen, target);
	// why: every third kill comes while the change starts, the others anywhere during it, however fast the machine
	// is.
	if (kill % 3 > 0) await waitFor(() => read(isPast, { since, done: far }), 2);
	await wait(Math.random() * longestMs);
	await first.kill();
	await asked;
	const { done, faults } = read(faultsInSlices, chosen, target);
	read(letTimePass);

	const second = await startServer(state);
	const isFinished = await waitFor(() => read(countUnfinished) === 0);
	await second.kill();
	if (!isFinished) faults.push(`Something was left unfinished after ${timeoutMs} ms.`);
	return { done, faults: [...faults, ...read(faultsAtTheEnd, chosen, target)] };
};

/** why no response: the kill may come first, and the database knows whether there is a task. */
const changeStages = ({ url }, authorization, { applicants }, stageId) =>
	fetch(`${url}/api/candidates`, {
		method: "PATCH",
		headers: { ...authorization, "content-type": "application/json" },
		body: JSON.stringify({
			candidateIds: applicants.map(({ id }) => id),
			stageId,
			reason: "The runtime is killed.",
			doNotNotify: true,
		}),
	}).then(
		(answer) => answer.ok,
		() => false,
	);

const waitFor = async (isSo, everyMs = 250) => {
	const until = Date.now() + timeoutMs;
	while (!isSo()) {
		if (Date.now() > until) return false;
		await wait(everyMs);
	}
	return true;
};

const withDatabase = ({ file }, use) => {
	const database = new DatabaseSync(file);
	database.exec("PRAGMA busy_timeout = 5000");
	try {
		return use(database);
	} finally {
		database.close();
	}
};
