import { createHash } from "node:crypto";

/** At the root, so that it may answer for every page. No institution's name has a dot. */
export const serviceWorkerPath = "/service-worker.js";

/** The compiled service worker: worker/local/add-service-worker.mjs writes it here. */
const builtScript = "%SERVICE_WORKER%";

/** The kill switch: what browsers have kept is deleted, and no worker is left. */
const removingScript = `addEventListener("install", () => skipWaiting());
const deleteCaches = async () => {
	for (const name of await caches.keys()) await caches.delete(name);
};
addEventListener("activate", (event) => event.waitUntil((async () => {
	await deleteCaches();
	await registration.unregister();
	// why again: the worker before may have been keeping a file, and has made its cache anew.
	await new Promise((resolve) => setTimeout(resolve, 1000));
	await deleteCaches();
})()));
`;

/** Returns the script of the service worker, or the one that removes it. A browser that has it already gets 304. */
export const serviceWorkerResponse = (request: Request, isOn: boolean): Response => {
	const script = isOn ? builtScript : removingScript;
	const etag = `"${createHash("sha256").update(script).digest("base64url").slice(0, 20)}"`;
	const headers = { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache", etag };
	if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
	return new Response(script, { headers });
};
