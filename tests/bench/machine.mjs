import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { canPin } from "./processes.mjs";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;

/** In a sentence: what it was measured on, with what, when. */
export const describeMachine = () => {
	const [{ model }] = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	const cores = `${cpus().length} cores${canPin ? ", one for the server and one for the load" : ""}`;
	const versions = `workerd ${versionOf("workerd")}, Node ${process.versions.node}`;
	return `${model.trim()}, ${cores}, ${memory} GB, ${versions}, ${new Date().toISOString().slice(0, 10)}.`;
};
