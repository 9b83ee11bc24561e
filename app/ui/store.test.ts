import { expect, test, vi } from "vitest";
import { createStore } from "#app/ui/store";

test("notifies listeners of a change, and of nothing that stays the same", () => {
	const store = createStore("a");
	const listener = vi.fn();
	const stop = store.subscribe(listener);
	store.set("a");
	expect(listener).not.toHaveBeenCalled();
	store.set("b");
	expect(listener).toHaveBeenCalledTimes(1);
	expect([store.initial, store.get()]).toEqual(["a", "b"]);
	stop();
	store.set("c");
	expect(listener).toHaveBeenCalledTimes(1);
});
