// A process that reports payments to a portal as Paystack does, at a steady rate whatever the answers take.
import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { openConnection, toBytes } from "./connection.mjs";

/** why so many: with 32 no more than 32 calls are under way, which is 430 a second when an answer takes 75 ms. */
const connections = 128;
/** Every so many calls repeat an earlier one. */
const repeatEvery = 5;

/** @param {{ url: string, secret: string, references: string[], perSecond: number, isShuffled?: boolean }} job */
const run = async ({ url, secret, references, perSecond, isShuffled = false }) => {
	const inTurn = callsOf(references, { url, secret });
	const calls = isShuffled ? shuffled(inTurn) : inTurn;
	const startedAt = performance.now();
	const samples = [];
	let [next, refused] = [0, 0];
	const loop = async () => {
		let connection = openConnection(url);
		while (next < calls.length) {
			const index = next++;
			const early = startedAt + (index / perSecond) * 1_000 - performance.now();
			if (early > 0) await wait(early);
			for (;;) {
				const answer = await connection.send(calls[index]).catch(() => undefined);
				if (answer?.status === 200) {
					samples.push(answer.firstByteMs);
					break;
				}
				// why again: a provider repeats what was not accepted.
				refused += 1;
				if (!answer) connection = openConnection(url);
				await wait(500);
			}
		}
		connection.close();
	};
	await Promise.all(Array.from({ length: connections }, loop));
	return { samples, refused, seconds: (performance.now() - startedAt) / 1_000, sent: calls.length };
};

/** One call for each payment, and every fifth one again: at once, or long after. */
const callsOf = (references, { url, secret }) => {
	const calls = [];
	for (const [n, reference] of references.entries()) {
		calls.push(callOf(reference, { url, secret }));
		if (n % (repeatEvery - 1) === 0) calls.push(n % 8 === 0 ? calls.at(-1) : calls[Math.floor(calls.length / 2)]);
	}
	return calls;
};

const shuffled = (calls) => {
	const places = calls.map((call) => ({ call, place: Math.random() }));
	return places.sort((one, other) => one.place - other.place).map(({ call }) => call);
};

const callOf = (reference, { url, secret }) => {
	const data = {
		id: 1,
		reference,
		status: "success",
		amount: 850_000,
		currency: "NGN",
		channel: "card",
		paid_at: null,
	};
	const body = JSON.stringify({ event: "charge.success", data });
	const headers = {
		"content-type": "application/json",
		"x-paystack-signature": createHmac("sha512", secret).update(body).digest("hex"),
	};
	return toBytes({ url, method: "POST", headers, body });
};

process.on("message", async (job) => {
	if (job.stop) process.exit();
	process.send(await run(job).catch(({ message }) => ({ error: message })));
});
process.on("disconnect", () => process.exit(1));
process.send({ ready: true });
