import { createStore, useStore } from "#app/ui/store";

/** How new each applicant was when open in this tab: what the list marks as changed, its reader has seen. */
const seen = createStore<ReadonlyMap<string, number>>(new Map());

export const noteSeen = (applicantId: string, updatedAt: number): void => {
	if ((seen.get().get(applicantId) ?? 0) < updatedAt) seen.set(new Map(seen.get()).set(applicantId, updatedAt));
};

/** How many of those who were news when the groups were counted have been opened since? */
export const useSeenNews = (news: readonly (readonly [id: string, updatedAt: number])[]): number =>
	useStore(seen, (times) => news.filter(([id, updatedAt]) => (times.get(id) ?? 0) >= updatedAt).length);

/** Is the row's mark still news? why: opening an applicant does not read the list again. */
export const useIsUnread = ({
	id,
	updatedAt,
	isUnread,
}: {
	id: string;
	updatedAt: number;
	isUnread: boolean;
}): boolean => useStore(seen, (times) => isUnread && (times.get(id) ?? 0) < updatedAt);
