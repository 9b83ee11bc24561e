import { expect, test } from "vitest";
import { offlinePage, offlineScript } from "#app/service-worker/offline-page";

test("is one page with the built stylesheet, one script and nothing else to load", () => {
	const page = offlinePage("/build/_assets/tailwind-ABC.css");
	expect(page).toContain('<link rel="stylesheet" href="/build/_assets/tailwind-ABC.css">');
	expect(page.match(/<script\b/g)).toHaveLength(1);
	expect(page).toContain(`<script>${offlineScript}</script>`);
	expect(page).not.toMatch(/\bsrc=|<img|<form|style=/);
	expect(page).toContain('href="">Try again</a>');
});

test("the script follows the chosen theme and reloads when the browser is online", () => {
	const run = (cookie: string, onLine = false) => {
		const [dataset, heard]: [Record<string, string>, (() => void)[]] = [{ theme: "system" }, []];
		const retries: number[] = [];
		let reloads = 0;
		new Function("document", "location", "addEventListener", "navigator", "setTimeout", offlineScript)(
			{ cookie, documentElement: { dataset } },
			{ reload: () => reloads++ },
			(name: string, listener: () => void) => name === "online" && heard.push(listener),
			{ onLine },
			(retry: () => void, ms: number) => {
				retries.push(ms);
				retry();
			},
		);
		if (!onLine) for (const listener of heard) listener();
		return { theme: dataset.theme, reloads, retries };
	};
	expect(run("other=1; matricula-look=dark.compact.on.open")).toEqual({
		theme: "dark",
		reloads: 1,
		retries: [],
	});
	expect(run("", true), "it was online before the page was there").toMatchObject({ reloads: 1, retries: [5_000] });
	expect(run("matricula-look=light.comfortable.on.open").theme).toBe("light");
	expect(run("matricula-look=system.comfortable.on.open").theme).toBe("system");
	expect(run("not-matricula-look=dark").theme).toBe("system");
});
