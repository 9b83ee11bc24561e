import { howToAnswer } from "#app/service-worker/how-to-answer";
import { offlinePage, offlineScript } from "#app/service-worker/offline-page";

/** What the build writes into this file (worker/local/add-service-worker.mjs). */
declare const built: {
	version: string;
	/** The addresses of the frame's own files: scripts, stylesheet and font. */
	files: readonly string[];
	stylesheet: string;
};

/** The part of a service worker's global scope that is used here. why: its types exclude those of a page. */
interface ServiceWorkerScope {
	addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
	skipWaiting(): Promise<void>;
	clients: { claim(): Promise<void> };
	registration: { navigationPreload?: { enable(): Promise<void> } };
	location: Location;
}

interface WaitingEvent {
	waitUntil(work: Promise<unknown>): void;
}

interface AskedEvent extends WaitingEvent {
	request: Request & { destination: string; mode: string };
	preloadResponse?: Promise<Response | undefined>;
	respondWith(response: Promise<Response>): void;
}

interface Events {
	install: WaitingEvent;
	activate: WaitingEvent;
	message: { data: unknown };
	fetch: AskedEvent;
}

const scope = globalThis as unknown as ServiceWorkerScope;
const prefix = "matricula-";
const cacheName = prefix + built.version;

let opened: Promise<Cache | undefined> | undefined;

/** why once: a name that is opened again after its cache was deleted makes a new one; a cache that was opened does not. */
const openKept = (): Promise<Cache | undefined> => {
	opened ??= caches.has(cacheName).then((isThere) => (isThere ? caches.open(cacheName) : undefined));
	return opened;
};

const keepFiles = async (): Promise<void> => {
	const cache = await caches.open(cacheName);
	await cache.addAll([...built.files]);
};

/** why all but one: another tab may still show a page of the version before, whose files the server has no more. */
const dropOldCaches = async (): Promise<void> => {
	const names = await caches.keys();
	const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName).slice(0, -1);
	await Promise.all(old.map((name) => caches.delete(name)));
};

const takeOver = async (): Promise<void> => {
	await dropOldCaches();
	await openKept();
	// why: a page is asked for while the worker starts, and is no slower for it.
	await scope.registration.navigationPreload?.enable();
	await scope.clients.claim();
};

/** why not anew: a worker that was switched off answers for the open pages until they are closed. */
const keep = async (url: string, response: Response): Promise<void> => {
	await (await openKept())?.put(url, response);
};

const fileFor = async ({ request, waitUntil }: Pick<AskedEvent, "request" | "waitUntil">): Promise<Response> => {
	const kept = await caches.match(request.url);
	if (kept) return kept;
	const response = await fetch(request);
	if (response.status === 200 && response.type === "basic") {
		const copy = response.clone();
		waitUntil(keep(request.url, copy));
	}
	return response;
};

const pageFor = async ({ request, preloadResponse }: AskedEvent): Promise<Response> => {
	try {
		return (await preloadResponse) ?? (await fetch(request));
	} catch {
		return offlineResponse();
	}
};

const offlineResponse = async (): Promise<Response> => {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(offlineScript));
	const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
	return new Response(offlinePage(built.stylesheet), {
		status: 503,
		headers: {
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			"content-security-policy": `default-src 'none'; script-src 'sha256-${hash}'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
		},
	});
};

scope.addEventListener("install", (event) => event.waitUntil(keepFiles()));
scope.addEventListener("activate", (event) => event.waitUntil(takeOver()));
scope.addEventListener("message", ({ data }) => {
	if (typeof data === "object" && data !== null && "type" in data && data.type === "SKIP_WAITING") scope.skipWaiting();
});
scope.addEventListener("fetch", (event) => {
	const how = howToAnswer(event.request, scope.location.origin);
	if (how === "file")
		event.respondWith(fileFor({ request: event.request, waitUntil: (work) => event.waitUntil(work) }));
	if (how === "page") event.respondWith(pageFor(event));
});
