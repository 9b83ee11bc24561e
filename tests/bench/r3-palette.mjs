import { DatabaseSync } from "node:sqlite";
import { openBrowser } from "./browser.mjs";
import { summarize } from "./stats.mjs";

const targetMs = 50;
const names = 8;

/** R3: measures the time from a key press to the frame that shows the applicants for the text typed so far. */
export const run = async (bench) => {
	const state = bench.largest;
	const texts = pickNames(state);
	const portal = await bench.servePortal(state, { hasAssets: true });
	const browser = await openBrowser(portal, state);
	try {
		const page = await browser.openPage();
		await page.goto(`${portal.url}/${state.organisation}/applicants?application=${state.application}`, {
			waitUntil: "networkidle",
		});
		await page.evaluate(watchKeys);
		const samples = [];
		for (const [index, text] of ["warm up", ...texts].entries()) {
			await page.keyboard.press("Control+K");
			await page.getByRole("dialog").locator("input").waitFor();
			const measured = await type(page, text);
			if (index > 0) samples.push(...measured);
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "detached" });
		}
		const figures = summarize(samples);
		return {
			id: "R3",
			what: `palette, key down to results painted, p95 / ${targetMs} ms, ${state.applicants.toLocaleString("en")} applicants`,
			ratio: (figures.p95 / targetMs).toFixed(2),
			target: "≤ 1",
			isMet: figures.p95 <= targetMs,
			parts: [{ what: `${samples.length} keys of ${texts.length} names, in Chromium`, ...figures }],
		};
	} finally {
		await browser.close();
		await portal.stop();
	}
};

/** Names from all over the list, as they are typed on a plain keyboard. */
const pickNames = ({ file, organisation, application }) => {
	const database = new DatabaseSync(file);
	const rows = database
		.prepare(
			`SELECT first_name || ' ' || last_name AS name FROM applicants
				WHERE organisation_id = ? AND application_id = ? AND seq % 97 = 13 ORDER BY seq LIMIT 400`,
		)
		.all(organisation, application);
	database.close();
	return Array.from({ length: names }, (_, index) =>
		rows[Math.floor((index * rows.length) / names)].name
			.normalize("NFD")
			.replace(/[^a-zA-Z ]/g, "")
			.toLowerCase(),
	);
};

const type = async (page, text) => {
	const samples = [];
	for (const [index, letter] of [...text].entries()) {
		const painted = page.evaluate(({ wanted }) => window.benchPainted(wanted), { wanted: text.slice(0, index + 1) });
		await page.keyboard.press(letter === " " ? "Space" : letter);
		const took = await painted;
		if (letter !== " ") samples.push(took);
	}
	return samples;
};

/**
 * Runs in the page: checks at every frame whether the field holds the text and the list is no longer waiting for it.
 */
const watchKeys = () => {
	let pressedAt = 0;
	const onKeyDown = ({ isTrusted, timeStamp }) => {
		if (isTrusted) pressedAt = timeStamp;
	};
	window.addEventListener("keydown", onKeyDown, true);
	const isShown = (wanted) => {
		const dialog = document.querySelector("dialog[open]");
		const isWaiting = dialog?.querySelector('[role="listbox"]')?.getAttribute("aria-busy") === "true";
		return dialog?.querySelector("input")?.value === wanted && !isWaiting;
	};
	const nextFrame = () =>
		new Promise((done) => {
			requestAnimationFrame(() => {
				// why: a message arrives after the frame is painted, an animation callback before.
				const channel = new MessageChannel();
				channel.port1.onmessage = () => done(performance.now());
				channel.port2.postMessage(null);
			});
		});
	window.benchPainted = async (wanted) => {
		for (;;) {
			const isReady = isShown(wanted);
			const paintedAt = await nextFrame();
			if (isReady) return paintedAt - pressedAt;
			if (paintedAt - pressedAt > 10_000) throw new Error(`Nothing is shown for "${wanted}".`);
		}
	};
};
