import { attach, newestApplicants, photoBytes } from "./record.mjs";
import { summarize } from "./stats.mjs";
import { cpuMs, watchMemory } from "./usage.mjs";

const drawn = 20;
const batch = 200;

/** S2: measures the printable form as a PDF with its photo, and a batch of them as a zip in the background. */
export const run = async (bench) => {
	const state = bench.smallest;
	// why not the newest: S1 gave its form another layout.
	const applicants = newestApplicants(state, batch, 1);
	const [applicant] = applicants;
	const portal = await bench.servePortal(state);
	const headers = await bench.authorization(portal, state);
	const photo = { fieldId: "passport", name: "passport.jpg", type: "image/jpeg", bytes: photoBytes() };
	await attach(portal, headers, { formId: applicant.formId, ...photo });

	const url = `${portal.url}/api/candidates/${applicant.id}/form.pdf`;
	const first = await (await fetch(url, { headers })).bytes();
	const pages = pagesIn(first);
	const wall = [];
	const cpuBefore = cpuMs(portal.pids);
	for (let index = 0; index < drawn; index++) {
		const begun = performance.now();
		await (await fetch(url, { headers })).bytes();
		wall.push(performance.now() - begun);
	}
	const cpu = (cpuMs(portal.pids) - cpuBefore) / drawn;

	const memory = watchMemory(portal.pids);
	const begun = performance.now();
	const { taskId } = await send(portal, headers, { candidateIds: applicants.map(({ id }) => id), as: "zip" });
	await finished(portal, headers, taskId);
	const seconds = (performance.now() - begun) / 1000;
	const { before, peak } = memory.stop();
	// why in the zip: it stores its files uncompressed.
	const batchPages = pagesIn(await (await fetch(`${portal.url}/api/tasks/${taskId}/file`, { headers })).bytes());
	await portal.stop();
	return {
		id: "S2",
		what: "the printable form as a PDF: CPU of one; memory that a batch of 200 adds",
		ratio: `${Math.round(cpu)} ms; ${Math.round(peak - before)} MB`,
		target: "≤ 500 ms; < 128 MB",
		isMet: cpu <= 500 && peak - before < 128,
		parts: [
			{ what: `one form of ${pages} pages with its photo, request to last byte`, ...summarize(wall) },
			{
				what: `${batch} forms in a zip, pages a second`,
				perSecond: batchPages / seconds,
				measured: `${batchPages.toLocaleString("en")} pages in ${seconds.toFixed(1)} s`,
			},
		],
	};
};

const pagesIn = (bytes) => new TextDecoder("latin1").decode(bytes).match(/\/Type \/Page\b/g)?.length ?? 0;

const send = async ({ url }, headers, body) => {
	const answer = await fetch(`${url}/api/candidates/forms`, {
		method: "POST",
		headers: { ...headers, "content-type": "application/json" },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The batch was answered ${answer.status}.`);
	return answer.json();
};

const finished = async ({ url }, headers, taskId) => {
	for (;;) {
		const task = await (await fetch(`${url}/api/tasks/${taskId}`, { headers })).json();
		if (task.status === "FAILED") throw new Error(`The batch failed: ${JSON.stringify(task.result)}`);
		if (task.complete) return;
		await new Promise((done) => setTimeout(done, 250));
	}
};
