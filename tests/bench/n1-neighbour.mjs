import { DatabaseSync } from "node:sqlite";
import { loadCore, startProcess } from "./processes.mjs";
import { newestApplicants } from "./record.mjs";
import { summarize } from "./stats.mjs";
import { ended, send } from "./tasks.mjs";

/** N1: measures one institution's list while another one exports some 100,000 applicants and moves 10,000. */
export const run = async (bench) => {
	const state = bench.largest;
	// why a mail server: the outbox of the demo writes each email into the database, as no institution's portal does.
	const sink = await startProcess("mail-sink.mjs", {}, loadCore);
	const portal = await bench.servePortal(state, { vars: { MAIL_TRANSPORT: "smtp", SMTP_URL: sink.ready.url } });
	const headers = await bench.authorization(portal, state);
	const neighbour = { organisation: "lagoon" };
	const list = {
		url: `${portal.url}/${neighbour.organisation}/applicants`,
		headers: await bench.cookie(portal, neighbour),
	};
	const quiet = summarize((await bench.load({ ...list, requests: 400 })).samples);
	const { columns } = await (
		await fetch(`${portal.url}/api/candidate-export/columns?applicationId=${state.application}`, { headers })
	).json();
	const reads = bench.loadUntil(list);
	const works = await Promise.all([
		send(portal, headers, "POST", "/candidate-export", {
			applicationId: state.application,
			stage: stageOfAbout(state, 100_000),
			columns: columns.slice(0, 5).map(({ id }) => id),
			format: "xlsx",
		}),
		send(portal, headers, "PATCH", "/candidates", {
			candidateIds: newestApplicants(state, 10_000).map(({ id }) => id),
			stageId: state.stepIds.at(-1),
			reason: "Reviewed by the committee.",
		}),
	]);
	for (const { taskId } of works) await ended(portal, headers, taskId);
	const busy = summarize((await reads.enough()).samples);
	await portal.stop();
	await sink.stop();
	const ratio = busy.p99 / quiet.p99;
	return {
		id: "N1",
		what: "a list's p99 while another institution exports 100,000 applicants and moves 10,000 / when all is quiet",
		ratio: ratio.toFixed(2),
		target: "≤ 2",
		isMet: ratio <= 2,
		parts: [
			{ what: "list as HTML, quiet", ...quiet },
			{ what: "list as HTML, meanwhile", ...busy },
		],
	};
};

/**
 * Returns the stage type whose number of applicants is nearest; undefined, for all of them, when their number is
 * nearer.
 */
export const stageOfAbout = ({ file, organisation, application, inApplication }, wanted) => {
	const database = new DatabaseSync(file, { readOnly: true });
	const { type, total } = database
		.prepare(
			`SELECT type, sum(applicants) AS total FROM applicant_counts
				JOIN workflow_steps ON workflow_steps.organisation_id = applicant_counts.organisation_id
					AND workflow_steps.id = step_id
			WHERE applicant_counts.organisation_id = ? AND application_id = ?
			GROUP BY type ORDER BY abs(total - ?) LIMIT 1`,
		)
		.get(organisation, application, wanted);
	database.close();
	return Math.abs(inApplication - wanted) < Math.abs(total - wanted) ? undefined : type;
};
