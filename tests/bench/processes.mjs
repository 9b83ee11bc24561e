// The server and who loads it run in processes of their own, each on its own core where that can be arranged.
import { fork, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

export const serverCore = 0;
export const loadCore = 1;

export const canPin = cpus().length > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** Keeps a process and all its threads on one core. */
export const pin = (pid, core) => {
	if (canPin) spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)]);
};

/** The processes that this one has started. */
export const childrenOf = (pid) =>
	readdirSync(`/proc/${pid}/task`).flatMap((task) =>
		readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
	);

/** Starts a script of this folder that says {ready} when it is. @returns what asks it and stops it */
export const startProcess = async (script, options, core) => {
	const child = fork(`${import.meta.dirname}/${script}`, [JSON.stringify(options)], { execArgv: [] });
	if (core !== undefined) pin(child.pid, core);
	const answer = () =>
		new Promise((done, failed) => {
			const settle = (message) => {
				child.off("exit", lost);
				if (message.error) failed(new Error(message.error));
				else done(message);
			};
			const lost = (code) => failed(new Error(`${script} ended with ${code}`));
			child.once("message", settle);
			child.once("exit", lost);
		});
	const ready = await answer();
	return {
		ready,
		/** Sends a job. @returns its answer */
		ask: (job) => {
			const answered = answer();
			child.send(job);
			return answered;
		},
		/** Tells it something that has no answer. */
		tell: (message) => child.send(message),
		stop: () =>
			new Promise((done) => {
				child.once("exit", done);
				child.send({ stop: true });
			}),
	};
};
