import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { canPin } from "./processes.mjs";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;

/** Returns in one sentence the machine, the versions and the date of the measurement. */
export const describeMachine = () => {
	const [{ model }] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	const cores = `${cpus().length} cores${canPin ? ", one for the server and one for the load" : ""}`;
	const versions = `workerd ${versionOf("workerd")}, Node ${process.versions.node}`;
	return `${model.trim()}, ${cores}, ${memory} GB, ${versions}, ${new Date().toISOString().slice(0, 10)}.`;
};
