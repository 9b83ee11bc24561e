import type { ApiClient } from "#app/api/client";
import { maxFurtherPages, type NotificationPage } from "#app/shell/notifications/further-pages";
import { ok, type Result } from "#worker/contract/result";
import { listNotifications } from "#worker/services/notifications/contract";

/** The user's notifications, 15 a page (§9): one `page`, or all from it `through` a later one. */
export const readNotices = async (api: ApiClient, asked: URLSearchParams): Promise<Result<NotificationPage>> => {
	const page = asked.get("page") ?? "0";
	const read = (one: string) => api.call(listNotifications, { query: { page: one, size: "15" } });
	const [first, ...further] = await Promise.all([read(page), ...pagesAfter(page, asked.get("through")).map(read)]);
	if (!first.ok) return first;
	const data = [...first.value.data];
	for (const answer of further) {
		if (!answer.ok) return answer;
		data.push(...answer.value.data);
	}
	return ok({ ...first.value, data, lastPage: first.value.page + further.length, now: Date.now() });
};

/** None, where either is no number: the services say what is wrong with a page. */
const pagesAfter = (page: string, through: string | null): string[] => {
	const count = Math.min(Number(through) - Number(page), maxFurtherPages - 1);
	return count > 0 ? Array.from({ length: count }, (_, index) => String(Number(page) + index + 1)) : [];
};
