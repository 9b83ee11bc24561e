import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLine } from "#app/shell/live-line";
import { closeCodes } from "#durable-objects/notification-hub/contract";

const nothing = () => undefined;
beforeEach(() => {
	vi.useFakeTimers();
	const listening = { addEventListener: nothing, removeEventListener: nothing };
	vi.stubGlobal("window", { ...listening, location: { href: "https://portal.example/crest/applicants" } });
	vi.stubGlobal("document", { ...listening, visibilityState: "hidden" });
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** A socket of the browser that opens at once, and is closed by the test. */
class OpenSocket extends EventTarget {
	static opened: OpenSocket[] = [];
	readyState = 1;
	constructor() {
		super();
		OpenSocket.opened.push(this);
		queueMicrotask(() => this.dispatchEvent(new Event("open")));
	}
	send() {}
	close() {
		this.readyState = 3;
	}
	closeWith(code: number) {
		this.readyState = 3;
		this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" }));
	}
}

const openedLine = async () => {
	OpenSocket.opened = [];
	vi.stubGlobal("WebSocket", OpenSocket);
	vi.stubGlobal("fetch", async () => Response.json({ ticket: "t" }));
	const listener = { onOpen: vi.fn(), onChanged: vi.fn(), onPresence: nothing, onRest: vi.fn() };
	const line = openLine({ orgName: "crest", userId: "ada", csrf: "token" }, listener);
	await vi.advanceTimersByTimeAsync(0);
	expect(listener.onOpen).toHaveBeenCalledTimes(1);
	return { ...listener, line };
};

test("a page whose connection was one too many says so, and connects again after the pause", async () => {
	const { onRest, onOpen, line } = await openedLine();
	OpenSocket.opened[0]?.closeWith(closeCodes.tooMany);
	expect(onRest.mock.calls).toEqual([[true]]);
	await vi.advanceTimersByTimeAsync(29_000);
	expect(OpenSocket.opened, "no attempts before the pause is over").toHaveLength(1);
	await vi.advanceTimersByTimeAsync(2_000);
	expect(onOpen).toHaveBeenCalledTimes(2);
	expect(onRest.mock.calls).toEqual([[true], [false]]);
	line.close();
});

test("a page whose connection was one too many connects again when its user asks", async () => {
	const { onRest, onOpen, line } = await openedLine();
	OpenSocket.opened[0]?.closeWith(closeCodes.tooMany);
	await vi.advanceTimersByTimeAsync(5_000);
	line.resume();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(onOpen).toHaveBeenCalledTimes(2);
	expect(onRest).toHaveBeenLastCalledWith(false);
	line.close();
});

test("a page whose session has ended reads again, and connects no more", async () => {
	const { onRest, onChanged, line } = await openedLine();
	OpenSocket.opened[0]?.closeWith(closeCodes.sessionEnded);
	await vi.advanceTimersByTimeAsync(600_000);
	expect(onChanged).toHaveBeenCalledWith("everything");
	expect(onRest).not.toHaveBeenCalled();
	expect(OpenSocket.opened).toHaveLength(1);
	line.close();
});

test("a lost connection is tried again every 1000 ms, ten times, and then rests (§9)", async () => {
	const askedAt: number[] = [];
	const began = Date.now();
	vi.stubGlobal("fetch", async () => {
		askedAt.push(Date.now() - began);
		throw new Error("no line");
	});
	const onRest = vi.fn();
	const line = openLine(
		{ orgName: "crest", userId: "ada", csrf: "token" },
		{ onOpen: nothing, onChanged: nothing, onPresence: nothing, onRest },
	);
	await vi.advanceTimersByTimeAsync(9_999);
	expect(onRest).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(15_000);
	expect(onRest.mock.calls).toEqual([[true]]);
	line.close();
	expect(askedAt).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((second) => second * 1_000));
});
