import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLine } from "#app/shell/live-line";

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
