import { DatabaseSync } from "node:sqlite";
import { openBrowser } from "./browser.mjs";
import { servePages } from "./static-pages.mjs";
import { summarize } from "./stats.mjs";

const targetMs = 50;
const names = 8;

/**
 * R3: from the key going down to the frame that shows the applicants for what is typed by then; beside a bare page that
 * asks a file server for rows at each key, whose figure says what of it is the machine's.
 */
export const run = async (bench) => {
	const state = bench.largest;
	const texts = pickNames(state);
	const portal = await bench.servePortal(state, { hasAssets: true });
	const browser = await openBrowser(portal, state);
	const files = await servePages(bench, bareSearch);
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
		const bare = await browser.openPage();
		await bare.goto(`${files.url}/search`, { waitUntil: "networkidle" });
		await bare.evaluate(watchKeys);
		const bareSamples = [];
		for (const [index, text] of ["warm up", ...texts].entries()) {
			await bare.locator("input").fill("");
			const measured = await type(bare, text);
			if (index > 0) bareSamples.push(...measured);
		}
		const [figures, yardstick] = [summarize(samples), summarize(bareSamples)];
		return {
			id: "R3",
			what: `palette, key down to results painted, p95 / ${targetMs} ms, ${state.applicants.toLocaleString("en")} applicants`,
			ratio: (figures.p95 / targetMs).toFixed(2),
			target: "≤ 1",
			isMet: figures.p95 <= targetMs,
			parts: [
				{ what: `${samples.length} keys of ${texts.length} names, in Chromium`, ...figures },
				{
					what: "the same keys in a bare page, its rows from a file server",
					...yardstick,
					measured: `the palette × ${(figures.p95 / yardstick.p95).toFixed(1)}`,
				},
			],
		};
	} finally {
		await browser.close();
		await files.stop();
		await portal.stop();
	}
};

const rows = Array.from({ length: 20 }, (_, index) => `Applicant ${index} · 10946${index} · B.Sc. Computer Science`);
const bareSearch = {
	"/rows": { type: "application/json", text: JSON.stringify(rows) },
	"/search": {
		type: "text/html; charset=utf-8",
		text: `<!DOCTYPE html><title>Search</title><dialog open><input autofocus><ul role="listbox"></ul></dialog><script>
			const input = document.querySelector("input");
			const list = document.querySelector("ul");
			input.oninput = async () => {
				const wanted = input.value;
				list.setAttribute("aria-busy", "true");
				const rows = await (await fetch("/rows?q=" + encodeURIComponent(wanted))).json();
				if (wanted !== input.value) return;
				list.replaceChildren(...rows.map((row) => {
					const item = document.createElement("li");
					item.textContent = row;
					return item;
				}));
				list.setAttribute("aria-busy", "false");
			};
		</script>`,
	},
};

/** Names from all over the list, as they are typed on a plain keyboard. */
export const pickNames = ({ file, organisation, application }) => {
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

/** Types a text letter by letter. @returns how long each took to be answered, as `painted` measures it in the page */
export const type = async (page, text, painted = "benchPainted") => {
	const samples = [];
	for (const [index, letter] of [...text].entries()) {
		const answered = page.evaluate(([name, wanted]) => window[name](wanted), [painted, text.slice(0, index + 1)]);
		await page.keyboard.press(letter === " " ? "Space" : letter);
		const took = await answered;
		if (letter !== " ") samples.push(took);
	}
	return samples;
};

/** In the page: looks at every frame whether the field holds the text and the list is no longer waiting for it. */
export const watchKeys = () => {
	let pressedAt = 0;
	const onKeyDown = ({ isTrusted, timeStamp }) => {
		if (isTrusted) pressedAt = timeStamp;
	};
	window.addEventListener("keydown", onKeyDown, true);
	const dialog = () => document.querySelector("dialog[open]");
	const isTyped = (wanted) => dialog()?.querySelector("input")?.value === wanted;
	const isShown = (wanted) =>
		isTyped(wanted) && dialog()?.querySelector('[role="listbox"]')?.getAttribute("aria-busy") !== "true";
	const nextFrame = (isReadyFor, wanted) =>
		new Promise((done) => {
			requestAnimationFrame(() => {
				// why looked at here: what is there now is in this frame, and what comes after it in the next one.
				const isReady = isReadyFor(wanted);
				// why: a message comes after the frame is painted, an animation callback before.
				const channel = new MessageChannel();
				channel.port1.onmessage = () => done({ isReady, paintedAt: performance.now() });
				channel.port2.postMessage(null);
			});
		});
	const painted = async (wanted, isReadyFor) => {
		for (;;) {
			const { isReady, paintedAt } = await nextFrame(isReadyFor, wanted);
			if (isReady) return paintedAt - pressedAt;
			if (paintedAt - pressedAt > 10_000) throw new Error(`Nothing is shown for "${wanted}".`);
		}
	};
	window.benchFocused = (wanted) => painted(wanted, () => document.activeElement?.value === wanted);
	window.benchPainted = (wanted) => painted(wanted, isShown);
	window.benchBoth = async (wanted) => {
		const [letter, results] = await Promise.all([painted(wanted, isTyped), painted(wanted, isShown)]);
		return { letter, results };
	};
};
