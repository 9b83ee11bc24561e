import { expect, test } from "vitest";
import { serviceWorkerResponse } from "#worker/service-worker";

const asked = (headers = {}) => new Request("https://portal.test/service-worker.js", { headers });

test("is asked for again each time, and sent again only when it has changed", async () => {
	const [on, off] = [serviceWorkerResponse(asked(), true), serviceWorkerResponse(asked(), false)];
	for (const { headers } of [on, off]) {
		expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
		expect(headers.get("cache-control")).toBe("no-cache");
	}
	const etag = on.headers.get("etag") ?? "";
	expect(off.headers.get("etag")).not.toBe(etag);
	const again = serviceWorkerResponse(asked({ "if-none-match": `W/${etag}` }), true);
	expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
	expect(serviceWorkerResponse(asked({ "if-none-match": etag }), false).status, "switched off meanwhile").toBe(200);
});

test("switched off, it removes itself and every cache at once", async () => {
	const kept = new Set(["matricula-1", "matricula-2"]);
	const did: string[] = [];
	const listeners: Record<string, (event: { waitUntil(work: Promise<unknown>): void }) => void> = {};
	const script = await serviceWorkerResponse(asked(), false).text();
	new Function("addEventListener", "skipWaiting", "caches", "registration", script)(
		(name: string, listener: (typeof listeners)[string]) => {
			listeners[name] = listener;
		},
		() => did.push("skipped waiting"),
		{
			keys: async () => [...kept],
			delete: async (name: string) => {
				kept.delete(name);
				did.push(`deleted ${name}`);
			},
		},
		{
			unregister: async () => {
				did.push("unregistered");
				// why: the worker before was keeping a file.
				kept.add("matricula-2");
			},
		},
	);
	const works: Promise<unknown>[] = [];
	const event = { waitUntil: (work: Promise<unknown>) => works.push(work) };
	listeners.install?.(event);
	listeners.activate?.(event);
	await Promise.all(works);
	expect(did).toEqual([
		"skipped waiting",
		"deleted matricula-1",
		"deleted matricula-2",
		"unregistered",
		"deleted matricula-2",
	]);
	expect(Object.keys(listeners), "it answers no request").toEqual(["install", "activate"]);
});
