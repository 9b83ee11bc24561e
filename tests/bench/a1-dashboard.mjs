import { read } from "./payments.mjs";
import { summarize } from "./stats.mjs";

const rounds = 8;
const requestsARound = 60;

/**
 * A1: compares the dashboard with the applicants list of the same run, in alternating rounds: to the first byte, which a
 * browser with scripts gets before the sums are read, and to the last byte of the streamed page.
 */
export const run = async (bench) => {
	const state = bench.largest;
	const portal = await bench.servePortal(state);
	const signedIn = await bench.cookie(portal, state);
	// why: what is streamed is streamed to browsers that are known to run scripts (app/api/later.server.ts).
	const headers = { ...signedIn, cookie: `${signedIn.cookie}; matricula-scripts=on` };
	const at = (path) => ({ url: `${portal.url}/${state.organisation}/${path}`, headers });
	const requests = {
		"applicants list": at(`applicants?application=${state.application}`),
		"dashboard, the last 30 days": at("dashboard"),
		"· all time": at("dashboard?period=all"),
		"· of an application": at(`dashboard?application=${state.application}&period=year`),
		"· below an item of the structure": at(`dashboard?item=${topItem(state)}&period=year`),
	};
	const first = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
	const whole = Object.fromEntries(Object.keys(requests).map((name) => [name, []]));
	for (let round = -1; round < rounds; round++)
		for (const [name, request] of Object.entries(requests)) {
			const begun = performance.now();
			const { samples, body } = await bench.load({ ...request, requests: requestsARound, wantsBody: true });
			if (name !== "applicants list" && !body.includes("Applicants by stage"))
				throw new Error(`${request.url} is not the whole dashboard.`);
			if (round < 0) continue;
			first[name].push(...samples);
			whole[name].push((performance.now() - begun) / requestsARound);
		}
	await portal.stop();

	const partsOf = (samples, ending) => {
		const figures = Object.entries(samples).map(([what, measured]) => ({
			what: `${what}, ${ending}`,
			...summarize(measured),
		}));
		const [list] = figures;
		const ratios = figures.slice(1).map(({ median }) => median / list.median);
		const parts = figures.map((figure, index) =>
			index === 0 ? figure : { ...figure, measured: ratios[index - 1].toFixed(2) },
		);
		return { ratios, parts };
	};
	const firstByte = partsOf(first, "first byte");
	const wholePage = partsOf(whole, "whole page (means of rounds)");
	return {
		id: "A1",
		what: `dashboard of ${state.applicants.toLocaleString("en")} applicants as HTML / the applicants list, first byte`,
		ratio: `${Math.max(...firstByte.ratios).toFixed(2)} at most (whole page: ${Math.max(...wholePage.ratios).toFixed(2)})`,
		target: "≤ 1",
		isMet: firstByte.ratios.every((ratio) => ratio <= 1),
		parts: [...firstByte.parts, ...wholePage.parts],
	};
};

/** Returns the item of the structure with the most items below it. */
const topItem = ({ file, organisation }) =>
	read(
		file,
		`SELECT item.id FROM admin_level_items AS item
			LEFT JOIN admin_level_items AS below ON below.organisation_id = item.organisation_id AND below.parent_item_id = item.id
		WHERE item.organisation_id = ? GROUP BY item.id ORDER BY count(below.id) DESC LIMIT 1`,
		organisation,
	)[0].id;

/** Loads the dashboard for the profile. */
export const exercise = async (bench, portal) => {
	const state = bench.largest;
	const headers = await bench.cookie(portal, state);
	await bench.load({ url: `${portal.url}/${state.organisation}/dashboard`, headers, ms: 6_000 });
};
