// The server and its load run in processes of their own, each on its own core where possible.
import { fork, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

export const serverCore = 0;
export const loadCore = 1;

export const canPin = cpus().length > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** Pins a process and all its threads to one core. */
export const pin = (pid, core) => {
	if (canPin) spawnSync("taskset", ["-a", "-p", "-c", String(core), String(pid)]);
};

/** The processes that this one has started. */
export const childrenOf = (pid) =>
	readdirSync(`/proc/${pid}/task`).flatMap((task) =>
		readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
	);

/** Starts a script of this folder that reports {ready}. @returns functions that send it jobs and stop it */
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
		/** Sends a job. @returns its result */
		ask: (job) => {
			const answered = answer();
			child.send(job);
			return answered;
		},
		/** Sends a message without a reply. */
		tell: (message) => child.send(message),
		stop: () =>
			new Promise((done) => {
				child.once("exit", done);
				child.send({ stop: true });
			}),
	};
};
