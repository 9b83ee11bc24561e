import { newestApplicants, widen } from "./record.mjs";
import { summarize } from "./stats.mjs";

const rounds = 8;
const requestsARound = 50;
const fields = 200;

/**
 * S1: measures the sheet of a long form, first byte and whole page, beside the list and the bare submission as JSON.
 */
export const run = async (bench) => {
	const state = bench.largest;
	const [applicant] = newestApplicants(state, 1);
	widen(state, applicant, fields);
	const portal = await bench.servePortal(state);
	const bare = await bench.serveBare(state);
	const headers = await bench.cookie(portal, state);
	const base = listUrl(portal, state);
	const search = new URLSearchParams({ organisation: state.organisation, id: applicant.formId });
	const requests = {
		sheet: { url: sheetUrl(portal, state, applicant), headers },
		list: { url: `${base}?application=${state.application}`, headers },
		json: { url: `${bare.url}/submission?${search}` },
	};
	const page = (await bench.load({ ...requests.sheet, requests: 1, wantsBody: true })).body;
	if (!page.includes(`Answer ${fields} of a long form`)) throw new Error("The sheet does not show the whole form.");

	const first = { sheet: [], list: [], json: [] };
	const whole = [];
	for (let round = -1; round < rounds; round++)
		for (const [name, request] of Object.entries(requests)) {
			const begun = performance.now();
			const { samples } = await bench.load({ ...request, requests: requestsARound, wantsBody: true });
			if (round < 0) continue;
			first[name].push(...samples);
			if (name === "sheet") whole.push((performance.now() - begun) / requestsARound);
		}
	await portal.stop();
	await bare.stop();

	const [sheet, list, json] = [summarize(first.sheet), summarize(first.list), summarize(first.json)];
	const ratio = sheet.median / list.median;
	return {
		id: "S1",
		what: `sheet of a form of ${fields} fields over the list / the list alone, first byte`,
		ratio: `${ratio.toFixed(2)} (${(sheet.median / json.median).toFixed(1)} × the bare JSON)`,
		target: "≤ 2",
		isMet: ratio <= 2,
		parts: [
			{ what: "sheet, HTML, first byte", ...sheet },
			{ what: "sheet, HTML, whole page (means of rounds)", ...summarize(whole) },
			{ what: "list, HTML, first byte", ...list },
			{ what: "submission with its layout, JSON, bare", ...json },
		],
	};
};

/** Loads the sheet for the profile: the form is as the row has left it. */
export const exercise = async (bench, portal) => {
	const state = bench.largest;
	const [applicant] = newestApplicants(state, 1);
	await bench.load({ url: sheetUrl(portal, state, applicant), headers: await bench.cookie(portal, state), ms: 6_000 });
};

const listUrl = ({ url }, { organisation }) => `${url}/${organisation}/applicants`;
const sheetUrl = (portal, state, { id }) => `${listUrl(portal, state)}/${id}?application=${state.application}`;
