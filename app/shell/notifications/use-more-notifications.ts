import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { joinPages, type NotificationPage } from "#app/shell/notifications/further-pages";
import { useShell } from "#app/shell/shell-context";

/**
 * Returns the first page, and with JavaScript the pages after it as their end scrolls into view.
 * @returns `sentinel`, to be put at the end of the list.
 */
export const useMoreNotifications = (first: NotificationPage) => {
	const { orgName } = useShell();
	// why: one reading for all of them; a revalidation of the first page repeats the fetcher's last address too.
	const { load, state, data } = useFetcher<NotificationPage>();
	const { rows, nextPage, loadTo } = joinPages(first, data);
	const address = loadTo === undefined ? undefined : `/${orgName}/notices?page=${first.page + 1}&through=${loadTo}`;

	const [end, setEnd] = useState<Element | null>(null);
	useEffect(() => {
		if (!end || !address || state !== "idle") return;
		const watcher = new IntersectionObserver(([entry]) => {
			if (entry?.isIntersecting) load(address);
		});
		watcher.observe(end);
		return () => watcher.disconnect();
	}, [end, address, state, load]);

	return { rows, nextPage, sentinel: setEnd };
};
