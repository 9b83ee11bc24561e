import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { startServer } from "../long/start-server.mjs";
import { loadCore, startProcess } from "./processes.mjs";
import { newestApplicants } from "./record.mjs";
import { signInToApi } from "./sign-in.mjs";

const timeoutMs = 600_000;
/** The most applicants that one request may name. */
const writtenTo = 10_000;

/** M1: emails each of 10,000 applicants over SMTP, while the Worker is killed at a random moment. */
export const run = async (bench) => {
	const state = bench.largest;
	const sink = await startProcess("mail-sink.mjs", {}, loadCore);
	const transport = { MAIL_TRANSPORT: "smtp", SMTP_URL: sink.ready.url };
	const first = await startServer(state, transport);
	const begun = performance.now();
	const recipients = await write(first, state);
	const killedAt = Math.ceil(Math.random() * recipients);
	await until(async () => (await sink.ask({})).taken >= killedAt);
	await first.kill();
	letTimePass(state);
	const second = await startServer(state, transport);
	await until(() => unfinished(state) === 0);
	const seconds = (performance.now() - begun) / 1000;
	const { taken, distinct } = await sink.ask({});
	await second.kill();
	await sink.stop();
	return {
		id: "M1",
		what: `${recipients.toLocaleString("en")} mails to an SMTP server, the Worker killed meanwhile: different ones that arrived`,
		ratio: distinct.toLocaleString("en"),
		target: recipients.toLocaleString("en"),
		isMet: distinct === recipients,
		parts: [
			{
				what: `mails a second, the restart included; killed after ${killedAt.toLocaleString("en")}`,
				perSecond: recipients / seconds,
				measured: `${(taken - distinct).toLocaleString("en")} came twice, under the same Message-ID`,
			},
		],
	};
};

/** Emails the newest applicants of the largest application. @returns their number */
const write = async (portal, state) => {
	const answer = await fetch(`${portal.url}/api/email/candidates`, {
		method: "POST",
		headers: { ...(await signInToApi(portal, state)), "content-type": "application/json" },
		body: JSON.stringify({
			applicationId: state.application,
			candidateIds: newestApplicants(state, writtenTo).map(({ id }) => id),
			subject: "Screening for {{firstName}}",
			message: "<p>Dear {{firstName}} {{lastName}},</p><p>the screening is on Monday.</p>",
		}),
	});
	if (!answer.ok) throw new Error(`The mail was answered ${answer.status}: ${await answer.text()}`);
	return (await answer.json()).recipients;
};

const until = async (isSo) => {
	const end = Date.now() + timeoutMs;
	while (!(await isSo())) {
		if (Date.now() > end) throw new Error("The mails were not sent in time.");
		await wait(100);
	}
};

const unfinished = (state) =>
	ask(
		state,
		"SELECT (SELECT count(*) FROM tasks WHERE status = 'STARTED') + (SELECT count(*) FROM emails WHERE status = 'queued') AS things",
	).things;

/**
 * why: the lease of an email lasts two minutes, also when its sender is killed; the measurement does not wait that
 * long.
 */
const letTimePass = (state) => {
	ask(state, "UPDATE tasks SET updated_at = updated_at - 180000 WHERE status = 'STARTED' RETURNING id");
	ask(state, "UPDATE emails SET due_at = due_at - 180000 WHERE status = 'queued' RETURNING id");
};

const ask = ({ file }, question) => {
	const database = new DatabaseSync(file);
	database.exec("PRAGMA busy_timeout = 5000");
	try {
		return database.prepare(question).all()[0];
	} finally {
		database.close();
	}
};
