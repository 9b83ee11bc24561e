import { createStore, useStore } from "#app/ui/store";

/** When each applicant that this tab opened had last changed: the list no longer marks it as changed. */
const seen = createStore<ReadonlyMap<string, number>>(new Map());

export const noteSeen = (applicantId: string, updatedAt: number): void => {
	if ((seen.get().get(applicantId) ?? 0) < updatedAt) seen.set(new Map(seen.get()).set(applicantId, updatedAt));
};

/** Returns how many of the changed applicants were opened since they were counted. */
export const useSeenNews = (news: readonly (readonly [id: string, updatedAt: number])[]): number =>
	useStore(seen, (times) => news.filter(([id, updatedAt]) => (times.get(id) ?? 0) >= updatedAt).length);

/** Checks whether the row is still unread. why: opening an applicant does not reload the list. */
export const useIsUnread = ({
	id,
	updatedAt,
	isUnread,
}: {
	id: string;
	updatedAt: number;
	isUnread: boolean;
}): boolean => useStore(seen, (times) => isUnread && (times.get(id) ?? 0) < updatedAt);
