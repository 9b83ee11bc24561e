import type { Problem } from "#worker/contract/problems";
import type { Notification } from "#worker/services/notifications/contract";

/** A page of notifications, or all from `page` to `lastPage` as one. */
export interface NotificationPage {
	data: Notification[];
	page: number;
	lastPage: number;
	size: number;
	resultTotal: number;
	now: number;
}

/** Pages that a list below a screen asks for; a failure is its own, not that of the screen. */
export interface UnreadPage {
	problem: Pick<Problem, "error">;
}

/** Says in an address that a list asks for itself. */
export const forList = "list";

/** How many pages a list loads below its first; after that a link leads on. why: all are read again when one is. */
export const maxFurtherPages = 20;

/** Joins pages into one list, each notification once. @returns `loadTo`, the page to load next at most */
export const joinPages = (first: NotificationPage, further: NotificationPage | undefined) => {
	const rows = [...first.data, ...(further?.data ?? [])];
	const lastPage = further?.lastPage ?? first.page;
	const nextPage = (lastPage + 1) * first.size < first.resultTotal ? lastPage + 1 : undefined;
	return {
		// why: one that arrives between two readings pushes a row from one page to the next.
		rows: [...new Map(rows.map((row) => [row.id, row])).values()],
		nextPage,
		loadTo: lastPage - first.page < maxFurtherPages ? nextPage : undefined,
	};
};
