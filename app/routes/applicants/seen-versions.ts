import { createStore, useStore } from "#app/ui/store";

/** The version at which each applicant was open in this tab: what the list marks as changed, its reader has seen. */
const seen = createStore<ReadonlyMap<string, number>>(new Map());

export const noteSeen = (applicantId: string, version: number): void => {
	if ((seen.get().get(applicantId) ?? 0) < version) seen.set(new Map(seen.get()).set(applicantId, version));
};

/** Is the row's mark still news? why: opening an applicant does not read the list again. */
export const useIsUnread = ({ id, version, isUnread }: { id: string; version: number; isUnread: boolean }): boolean =>
	useStore(seen, (versions) => isUnread && (versions.get(id) ?? 0) < version);
