import { maxSelected } from "#app/list/list-address";
import { createStore, type Store } from "#app/ui/store";

/** The selected rows, kept across pages, filters and open applicants. The object stays the same. */
export interface Selection extends Omit<Store<ReadonlySet<string>>, "set"> {
	toggle(id: string): void;
	/** Selects all, or none when all are selected. */
	toggleAll(ids: readonly string[]): void;
	add(ids: readonly string[]): void;
	replace(ids: readonly string[]): void;
	clear(): void;
}

export const createSelection = (chosen: readonly string[]): Selection => {
	const { set, ...store } = createStore<ReadonlySet<string>>(new Set(chosen.slice(0, maxSelected)));
	const replace = (ids: Iterable<string>) => {
		const next = [...ids].slice(0, maxSelected);
		if (next.length > 0 || store.get().size > 0) set(new Set(next));
	};
	return {
		...store,
		toggle: (id) => {
			const ids = store.get();
			replace(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]);
		},
		toggleAll: (many) => {
			const ids = store.get();
			const isWhole = many.every((id) => ids.has(id));
			replace(isWhole ? [...ids].filter((id) => !many.includes(id)) : new Set([...ids, ...many]));
		},
		add: (many) => replace(new Set([...store.get(), ...many])),
		replace: (many) => replace(new Set(many)),
		clear: () => replace([]),
	};
};

/** The dialogs that change the selected rows, or write to them. An export and the forms only read them. */
const changingDialogs = ["stage", "course", "posting", "reviewer", "email", "sms", "notify", "letters", "erase"];

/**
 * Checks whether a dialog has done what it was sent for: it leads back to the list, to the results of its task or to the
 * erasures. @param formAction the address that its form was sent to @param leadsTo the path that follows
 */
export const hasChangedSelection = (base: string, formAction: string, leadsTo: string): boolean => {
	const above = base.replace(/applicants$/, "");
	const isDone = leadsTo === base || leadsTo === `${above}privacy` || leadsTo.startsWith(`${above}batches/`);
	return isDone && changingDialogs.some((path) => formAction.split("?")[0] === `${base}/${path}`);
};
