import { attach, newestApplicants } from "./record.mjs";
import { summarize } from "./stats.mjs";
import { watchMemory } from "./usage.mjs";

const size = 10_000_000;
const downloads = 10;

/** S3: measures an attachment of the maximum size on its way from the store to the reader. */
export const run = async (bench) => {
	const state = bench.smallest;
	// why not the newest: S1 gave its form another layout.
	const [applicant] = newestApplicants(state, 1, 1);
	const uploading = await bench.servePortal(state);
	const headers = await bench.authorization(uploading, state);
	const bytes = new Uint8Array(size).map((_, index) => (index * 2_654_435_761) >>> 24);
	// why: a file that starts like a PDF must end like one to be accepted.
	const [begin, end] = ["%PDF-1.7\n", "\n%%EOF\n"].map((text) => new TextEncoder().encode(text));
	bytes.set(begin);
	bytes.set(end, size - end.length);
	const file = { fieldId: "birthCertificate", name: "certificate.pdf", type: "application/pdf", bytes };
	const { id } = await attach(uploading, headers, { formId: applicant.formId, ...file });
	// why: a process that has read the file already holds memory for it.
	await uploading.stop();
	const portal = await bench.servePortal(state);
	const page = await bench.cookie(portal, state);
	const url = `${portal.url}/${state.organisation}/applicants/${applicant.id}/files/${applicant.formId}/${id}`;
	const download = async () => {
		const begun = performance.now();
		const answer = await fetch(url, { headers: page });
		let read = 0;
		for await (const part of answer.body) read += part.length;
		if (read !== size) throw new Error(`${read} bytes came of ${size}.`);
		return performance.now() - begun;
	};
	const memory = watchMemory(portal.pids);
	const samples = [];
	for (let index = 0; index < downloads; index++) samples.push(await download());
	const { before, peak } = memory.stop();
	await portal.stop();
	return {
		id: "S3",
		what: "a 10 MB attachment through portal and service: memory it adds",
		ratio: `${(peak - before).toFixed(1)} MB`,
		target: "< 20 MB",
		isMet: peak - before < 20,
		parts: [{ what: "first to last byte", ...summarize(samples) }],
	};
};
