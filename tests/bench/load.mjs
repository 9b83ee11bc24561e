// A process that loads a server: each connection sends its next request when the response to the last one has
// arrived.
import { openConnection, toBytes } from "./connection.mjs";

let isStopped = false;

/**
 * @param {{ requests?: number, ms?: number, connections?: number }} job ends at whichever comes first, or when
 * stopped
 */
const run = async ({ connections = 1, requests = Infinity, ms = Infinity, wantsBody = false, ...request }) => {
	isStopped = false;
	const bytes = toBytes(request);
	const startedAt = performance.now();
	const samples = [];
	let body;
	let begun = 0;
	const loop = async () => {
		const connection = openConnection(request.url);
		while (begun < requests && performance.now() - startedAt < ms && !isStopped) {
			begun += 1;
			const answer = await connection.send(bytes, wantsBody);
			if (answer.status !== 200 && !request.allows?.includes(answer.status))
				throw new Error(`${request.url} answered ${answer.status}`);
			body = answer.body;
			samples.push(answer.firstByteMs);
		}
		connection.close();
	};
	await Promise.all(Array.from({ length: connections }, loop));
	return { samples, body, perSecond: (samples.length / (performance.now() - startedAt)) * 1000 };
};

process.on("message", async (job) => {
	if (job.stop) process.exit();
	if (job.enough) {
		isStopped = true;
		return;
	}
	process.send(await run(job).catch(({ message }) => ({ error: message })));
});
process.on("disconnect", () => process.exit(1));
process.send({ ready: true });
