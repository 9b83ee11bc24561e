import { useSyncExternalStore } from "react";

/** A value outside React: of its readers, only those are drawn again whose part has changed. */
export interface Store<T> {
	/** The value that the server rendered. */
	readonly initial: T;
	get(): T;
	set(next: T): void;
	subscribe(listener: () => void): () => void;
}

export const createStore = <T>(initial: T): Store<T> => {
	let current = initial;
	const listeners = new Set<() => void>();
	return {
		initial,
		get: () => current,
		set: (next) => {
			if (Object.is(next, current)) return;
			current = next;
			for (const listener of [...listeners]) listener();
		},
		subscribe: (listener) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
};

/** @param select the part that is read: a word, a number, or an object that stays the same while nothing changes. */
export const useStore = <T, Part>(
	store: Pick<Store<T>, "initial" | "get" | "subscribe">,
	select: (value: T) => Part,
): Part =>
	useSyncExternalStore(
		store.subscribe,
		() => select(store.get()),
		() => select(store.initial),
	);
