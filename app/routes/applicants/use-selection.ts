import { useNavigation } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { maxSelected } from "#app/routes/applicants/list-address";

export interface Selection {
	ids: ReadonlySet<string>;
	count: number;
	has(id: string): boolean;
	toggle(id: string): void;
	/** Selects them all, or none of them when all are selected already. */
	toggleAll(ids: readonly string[]): void;
	add(ids: readonly string[]): void;
	/** Selects these and nobody else. */
	replace(ids: readonly string[]): void;
	clear(): void;
}

/** Chosen rows, kept while the reader pages, filters and opens applicants. @param initial those in the address. */
export const useSelection = (initial: readonly string[]): Selection => {
	const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(initial.slice(0, maxSelected)));
	const update = useCallback(
		(change: (next: Set<string>) => void) =>
			setIds((current) => {
				const next = new Set(current);
				change(next);
				return next.size > maxSelected ? new Set([...next].slice(0, maxSelected)) : next;
			}),
		[],
	);
	const replace = useCallback((many: readonly string[]) => setIds(new Set(many.slice(0, maxSelected))), []);
	const clear = useCallback(() => setIds(new Set()), []);
	return useMemo(
		() => ({
			ids,
			count: ids.size,
			has: (id) => ids.has(id),
			toggle: (id) => update((next) => void (next.delete(id) || next.add(id))),
			toggleAll: (many) =>
				update((next) => {
					const all = many.every((id) => next.has(id));
					for (const id of many) all ? next.delete(id) : next.add(id);
				}),
			add: (many) =>
				update((next) => {
					for (const id of many) next.add(id);
				}),
			replace,
			clear,
		}),
		[ids, update, replace, clear],
	);
};

/** A selection that was moved has done its duty: it is empty when the dialog's form leads back to the list. */
export const useClearAfterMove = (base: string, { clear }: Selection): void => {
	const { state, formAction, location } = useNavigation();
	const moved = state === "loading" && location.pathname === base && formAction?.split("?")[0] === `${base}/stage`;
	useEffect(() => {
		if (moved) clear();
	}, [moved, clear]);
};
