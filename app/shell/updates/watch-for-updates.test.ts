import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Browser, checkEveryMs, removeServiceWorker, watchForUpdates } from "#app/shell/updates/watch-for-updates";

class Worker extends EventTarget {
	state = "installing";
	messages: unknown[] = [];
	postMessage(message: unknown) {
		this.messages.push(message);
	}
	become(state: string) {
		this.state = state;
		this.dispatchEvent(new Event("statechange"));
	}
}

class Registration extends EventTarget {
	installing: Worker | null = null;
	waiting: Worker | null = null;
	checks = 0;
	isGone = false;
	async update() {
		this.checks++;
	}
	async unregister() {
		this.isGone = true;
	}
	find(): Worker {
		this.installing = new Worker();
		this.dispatchEvent(new Event("updatefound"));
		return this.installing;
	}
	install(): Worker {
		const found = this.find();
		this.waiting = found;
		this.installing = null;
		found.become("installed");
		return found;
	}
}

class Container extends EventTarget {
	controller: Worker | null = new Worker();
	registration = new Registration();
	asked: unknown[] = [];
	async register(...asked: unknown[]) {
		this.asked.push(asked);
		return this.registration;
	}
	async getRegistrations() {
		return [this.registration];
	}
	take(worker: Worker) {
		this.controller = worker;
		this.dispatchEvent(new Event("controllerchange"));
	}
}

const open = async (more: Partial<Browser> = {}, container = new Container()) => {
	const offered: (() => void)[] = [];
	const browser = {
		serviceWorker: container as unknown as ServiceWorkerContainer,
		caches: undefined,
		isWatching: () => true,
		reload: vi.fn(),
		...more,
	};
	const stop = watchForUpdates(browser, (update) => offered.push(update));
	await vi.advanceTimersByTimeAsync(0);
	return { container, registration: container.registration, offered, reload: browser.reload, stop };
};

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test("looks for a new version every six seconds while the page is looked at", async () => {
	let isWatching = true;
	const { registration, container, stop } = await open({ isWatching: () => isWatching });
	expect(container.asked).toEqual([["/service-worker.js", { updateViaCache: "none" }]]);
	expect(checkEveryMs).toBe(6_000);
	await vi.advanceTimersByTimeAsync(12_000);
	expect(registration.checks).toBe(2);
	isWatching = false;
	await vi.advanceTimersByTimeAsync(60_000);
	expect(registration.checks).toBe(2);
	isWatching = true;
	stop();
	await vi.advanceTimersByTimeAsync(60_000);
	expect(registration.checks).toBe(2);
});

test("offers a version once it is installed, lets it take over, and reloads once", async () => {
	const { container, registration, offered, reload } = await open();
	const found = registration.find();
	expect(offered).toEqual([]);
	registration.waiting = found;
	registration.installing = null;
	found.become("installed");
	expect(offered).toHaveLength(1);
	offered[0]?.();
	expect(found.messages).toEqual([{ type: "SKIP_WAITING" }]);
	expect(reload).not.toHaveBeenCalled();
	container.take(found);
	container.take(found);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(reload).toHaveBeenCalledOnce();
});

test("offers a version that waited already when the page was opened", async () => {
	const container = new Container();
	container.registration.waiting = new Worker();
	const { offered } = await open({}, container);
	expect(offered).toHaveLength(1);
});

test("says nothing on the first visit, when the worker is as new as the page", async () => {
	const container = new Container();
	container.controller = null;
	const { offered, registration, reload } = await open({}, container);
	container.take(registration.install());
	expect(offered).toEqual([]);
	expect(reload).not.toHaveBeenCalled();
	registration.install();
	expect(offered).toHaveLength(1);
});

test("offers the update to a tab whose worker another tab has replaced, and does not reload it by itself", async () => {
	const { container, registration, offered, reload } = await open();
	container.take(new Worker());
	expect(reload).not.toHaveBeenCalled();
	expect(offered).toHaveLength(1);
	expect(registration.waiting).toBeNull();
	offered[0]?.();
	expect(reload).toHaveBeenCalledOnce();
});

test("reloads all the same where the new version does not take over", async () => {
	const { registration, offered, reload } = await open();
	registration.install();
	offered[0]?.();
	await vi.advanceTimersByTimeAsync(4_900);
	expect(reload).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(200);
	expect(reload).toHaveBeenCalledOnce();
});

test("does nothing where the browser has no service workers, or refuses them", async () => {
	const { stop } = await open({ serviceWorker: undefined });
	stop();
	const container = new Container();
	container.register = () => Promise.reject(new DOMException("insecure", "SecurityError"));
	const { offered } = await open({}, container);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(offered).toEqual([]);
});

test("removes the worker and everything that was kept", async () => {
	const container = new Container();
	const names = ["matricula-1", "matricula-2"];
	await removeServiceWorker({
		serviceWorker: container as unknown as ServiceWorkerContainer,
		caches: {
			keys: async () => [...names],
			delete: async (name) => names.splice(names.indexOf(name), 1).length > 0,
		},
		isWatching: () => true,
		reload: () => {},
	});
	expect(container.registration.isGone).toBe(true);
	expect(names).toEqual([]);
});
