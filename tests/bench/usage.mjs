// What a server uses of the machine, read from the kernel.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Returns the milliseconds of CPU that the processes have used so far. */
export const cpuMs = (pids) =>
	pids.reduce((sum, pid) => {
		const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
		return sum + ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
	}, 0);

/**
 * Returns the nanoseconds for which the process's main thread ran, and for which it waited for its core though it was
 * ready. why: on a shared machine, the clock also measures the waiting.
 */
export const scheduling = (pid) => {
	const [ran, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ").map(Number);
	return { ran, waited };
};

/** Returns the megabytes of memory that the processes hold now. */
export const residentMb = (pids) =>
	pids.reduce((sum, pid) => {
		const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
		return sum + Number(kilobytes) / 1024;
	}, 0);

/** Watches the memory until stop() is called. @returns {{ stop(): { before: number, peak: number } }} megabytes */
export const watchMemory = (pids, everyMs = 20) => {
	const before = residentMb(pids);
	let peak = before;
	const timer = setInterval(() => {
		peak = Math.max(peak, residentMb(pids));
	}, everyMs);
	return {
		stop: () => {
			clearInterval(timer);
			return { before, peak: Math.max(peak, residentMb(pids)) };
		},
	};
};
