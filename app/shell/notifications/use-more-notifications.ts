import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import type { NotificationPage } from "#app/shell/notifications/notification-list";
import { useShell } from "#app/shell/shell-context";
import type { Notification } from "#worker/services/notifications/contract";

/**
 * The first page, and with JavaScript the pages after it as their end comes into view.
 * @returns `sentinel`, to be put on what stands at the end of the list.
 */
export const useMoreNotifications = (first: NotificationPage) => {
	const { orgName } = useShell();
	const fetcher = useFetcher<NotificationPage>();
	const [more, setMore] = useState<Notification[]>([]);
	const [lastPage, setLastPage] = useState(first.page);
	const hasMore = (lastPage + 1) * first.size < first.resultTotal;
	const { load, state, data } = fetcher;

	useEffect(() => {
		if (!data || state !== "idle" || data.page !== lastPage + 1) return;
		setMore((rows) => [...rows, ...data.data]);
		setLastPage(data.page);
	}, [data, state, lastPage]);

	const [end, setEnd] = useState<Element | null>(null);
	useEffect(() => {
		if (!end || !hasMore) return;
		const watcher = new IntersectionObserver(([entry]) => {
			if (entry?.isIntersecting && state === "idle") load(`/${orgName}/notices?page=${lastPage + 1}`);
		});
		watcher.observe(end);
		return () => watcher.disconnect();
	}, [end, hasMore, state, load, orgName, lastPage]);

	const sentinel = useCallback((element: Element | null) => setEnd(element), []);
	const seen = new Set(first.data.map(({ id }) => id));
	const rows = [...first.data, ...more.filter(({ id }) => !seen.has(id))];
	return { rows, nextPage: hasMore ? lastPage + 1 : undefined, sentinel };
};
