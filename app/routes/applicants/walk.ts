import { useEffect, useMemo } from "react";
import { createStore, useStore } from "#app/ui/store";
import type { Neighbours } from "#worker/services/applicants/contract";

/** A group as it was when an applicant of it was opened: opening one may take them out of it. */
export interface Walk {
	/** The query text of the list. */
	list: string;
	ids: readonly string[];
	/** The position of the first id, from 0. */
	from: number;
	total: number;
}

const walk = createStore<Walk | undefined>(undefined);

/** Remembers the group that the list shows. While an applicant is open it stays as it was when they were opened. */
export const useRememberedWalk = (shown: Walk | undefined, isNobodyOpen: boolean): void => {
	useEffect(() => {
		if (isNobodyOpen || walk.get()?.list !== shown?.list) walk.set(shown);
	}, [shown, isNobodyOpen]);
};

/** Returns the neighbours in the group as it was opened; those of the group as it is now where it is not known. */
export const useWalk = (
	now: Neighbours | undefined,
	{ list, id }: { list: string; id: string },
): Neighbours | undefined => {
	const known = useStore(walk, (walk) => (walk?.list === list && walk.ids.includes(id) ? walk : undefined));
	useEffect(() => {
		if (known && now) walk.set(extend(known, id, now));
	}, [known, id, now]);
	return useMemo(() => (known && now ? along(known, id, now) : now), [known, id, now]);
};

/** Returns the steps from an applicant of a walk. @param now the neighbours in the group as it is now */
export const along = ({ ids, from, total }: Walk, id: string, now: Neighbours): Neighbours => {
	const at = ids.indexOf(id);
	return {
		...now,
		previousId: ids[at - 1] ?? now.previousId,
		nextId: ids[at + 1] ?? now.nextId,
		position: from + at + 1,
		total: Math.max(total, from + ids.length),
	};
};

/** Adds what comes before or after a page of the group, so that the way back is known too. */
export const extend = (walk: Walk, id: string, { previousId, nextId }: Neighbours): Walk => {
	const { ids, from } = walk;
	if (nextId && id === ids.at(-1) && !ids.includes(nextId)) return { ...walk, ids: [...ids, nextId] };
	if (previousId && from > 0 && id === ids[0] && !ids.includes(previousId))
		return { ...walk, ids: [previousId, ...ids], from: from - 1 };
	return walk;
};
