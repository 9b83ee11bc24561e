// A process that holds many live connections and measures the time until the last of them has received a notice.
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "./ws.mjs";

const atOnce = 50;
let heard;

const open = (url) =>
	new Promise((done, failed) => {
		const socket = new WebSocket(url, { perMessageDeflate: false });
		socket.on("open", () => {
			socket.send('{"type":"subscribe","topics":["views"]}');
			done(socket);
		});
		socket.on("error", failed);
		socket.on("message", () => heard?.());
	});

const openAll = async (urls) => {
	const sockets = [];
	for (let at = 0; at < urls.length; at += atOnce)
		sockets.push(...(await Promise.all(urls.slice(at, at + atOnce).map(open))));
	return sockets;
};

/** @returns {Promise<number>} milliseconds from requesting the notice to the last socket's message */
const once = async (noticeUrl, count) => {
	let left = count;
	const everyone = new Promise((done) => {
		heard = () => {
			left -= 1;
			if (left === 0) done(performance.now());
		};
	});
	const startedAt = performance.now();
	const answer = fetch(noticeUrl, { method: "POST" });
	const lastAt = await Promise.race([everyone, wait(10_000)]);
	if (lastAt === undefined) throw new Error(`${left} of ${count} sockets heard nothing.`);
	const { ok, status } = await answer;
	if (!ok) throw new Error(`The notice answered ${status}.`);
	return lastAt - startedAt;
};

const run = async ({ urls, noticeUrl, notices, warmUps }) => {
	const sockets = await openAll(urls);
	const samples = [];
	for (let n = 0; n < warmUps + notices; n++) {
		await wait(100);
		const took = await once(noticeUrl, sockets.length);
		if (n >= warmUps) samples.push(took);
	}
	for (const socket of sockets) socket.terminate();
	return { samples };
};

process.on("message", async (job) => {
	if (job.stop) process.exit();
	process.send(await run(job).catch(({ message }) => ({ error: message })));
});
process.on("disconnect", () => process.exit(1));
process.send({ ready: true });
