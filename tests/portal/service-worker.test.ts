import { expect, test } from "vitest";
import { openBrowser } from "#tests/support/portal-browser";

const path = "/service-worker.js";

test("serves the compiled service worker to everybody, to be asked for again each time", async () => {
	const browser = openBrowser();
	const response = await browser.get(path, { headers: { accept: "*/*" } });
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
	expect(response.headers.get("cache-control")).toBe("no-cache");
	expect(response.headers.get("x-content-type-options")).toBe("nosniff");
	expect(response.headers.get("content-security-policy")).toContain("worker-src 'self'");
	expect(response.headers.getSetCookie()).toEqual([]);
	const script = await response.text();
	expect(script).toContain("SKIP_WAITING");
	expect(script).not.toContain("%SERVICE_WORKER%");
	const etag = response.headers.get("etag") ?? "none";
	expect((await browser.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("keeps files of the frame that the build has, and nothing else", async () => {
	const script = await (await openBrowser().get(path)).text();
	const named = [...script.matchAll(/"(\/(?:build|fonts)\/[^"]+\.\w+)"/g)].map(([, file = ""]) => file);
	expect(named.length).toBeGreaterThan(5);
	expect(new Set(named.map((file) => file.split("/")[1]))).toEqual(new Set(["build", "fonts"]));
});
