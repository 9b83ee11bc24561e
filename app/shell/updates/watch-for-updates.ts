/** The part of the browser that is used here; a test stands in for it. */
export interface Browser {
	/** Undefined where the browser has none, or the address is not secure. */
	serviceWorker: ServiceWorkerContainer | undefined;
	caches: Pick<CacheStorage, "keys" | "delete"> | undefined;
	isWatching(): boolean;
	reload(): void;
}

/** §9: how often a new version is looked for while the page is looked at. */
export const checkEveryMs = 6_000;

/** How long a new version may take to take over before the page is loaded again all the same. */
const takesOverMs = 5_000;

const script = "/service-worker.js";

export const thisBrowser = (): Browser => ({
	serviceWorker: "serviceWorker" in navigator ? navigator.serviceWorker : undefined,
	caches: "caches" in window ? window.caches : undefined,
	isWatching: () => document.visibilityState === "visible" && navigator.onLine,
	reload: () => window.location.reload(),
});

/**
 * Registers the service worker and looks for a new version of it.
 * @param onUpdate gets what updates the app: it lets the new version take over and reloads this page, once (§4)
 * @returns what stops it
 */
export const watchForUpdates = (browser: Browser, onUpdate: (update: () => void) => void): (() => void) => {
	const { serviceWorker, isWatching, reload } = browser;
	if (!serviceWorker) return () => {};
	let registration: ServiceWorkerRegistration | undefined;
	let isStopped = false;
	let isUpdating = false;
	let isReloading = false;
	let isFirst = serviceWorker.controller === null;
	const reloadOnce = () => {
		if (isReloading) return;
		isReloading = true;
		reload();
	};
	const update = () => {
		isUpdating = true;
		const waiting = registration?.waiting;
		// why: another tab may have let it take over already.
		if (!waiting) return reloadOnce();
		waiting.postMessage({ type: "SKIP_WAITING" });
		setTimeout(reloadOnce, takesOverMs);
	};
	const offer = () => {
		// why: on the first visit the page is as new as the worker.
		if (serviceWorker.controller && !isStopped) onUpdate(update);
	};
	const onFound = () => {
		const found = registration?.installing;
		found?.addEventListener("statechange", () => found.state === "installed" && offer());
	};
	const onControllerChange = () => {
		if (isUpdating) reloadOnce();
		else if (!isFirst) offer();
		isFirst = false;
	};
	const start = async () => {
		registration = await serviceWorker.register(script, { updateViaCache: "none" });
		if (isStopped || !registration) return;
		registration.addEventListener("updatefound", onFound);
		onFound();
		if (registration.waiting) offer();
	};
	serviceWorker.addEventListener("controllerchange", onControllerChange);
	// why: without it the portal works all the same.
	start().catch(() => undefined);
	const timer = setInterval(() => {
		if (isWatching()) registration?.update().catch(() => undefined);
	}, checkEveryMs);
	return () => {
		isStopped = true;
		clearInterval(timer);
		serviceWorker.removeEventListener("controllerchange", onControllerChange);
		registration?.removeEventListener("updatefound", onFound);
	};
};

/** Removes the service worker and what it has kept, where the institution's portal is to have none. */
export const removeServiceWorker = async ({ serviceWorker, caches }: Browser): Promise<void> => {
	for (const registration of (await serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
	for (const name of (await caches?.keys()) ?? []) await caches?.delete(name);
};
