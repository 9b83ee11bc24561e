import { type ListAddress, listSearch } from "#app/routes/applicants/list-address";
import { showToast } from "#app/ui/toast";

interface Move {
	base: string;
	address: ListAddress;
	ids: readonly string[];
	stageId: string;
	reason: string;
	csrf: string;
}

/** What the dialog's action answers to a form that stays where it is. */
interface Answer {
	error?: string;
	summary?: string;
}

/** Posts the batch dialog's own form from the palette. @returns what went wrong, if anything. */
export const moveSelection = async ({
	base,
	address,
	ids,
	stageId,
	reason,
	csrf,
}: Move): Promise<string | undefined> => {
	const form = new URLSearchParams({ csrf, stageId, reason, stay: "1", idempotencyKey: crypto.randomUUID() });
	for (const id of ids) form.append("id", id);
	const url = new URL(`${base}/stage${listSearch(address)}`, window.location.href);
	// why: Remix answers a route's action as data when the route is named.
	url.searchParams.set("_data", "routes/applicants/change-stages");
	const response = await fetch(url, { method: "POST", body: form });
	const answer = (await response.json()) as Answer;
	if (answer.error) return answer.error;
	if (answer.summary) showToast({ id: crypto.randomUUID(), kind: "success", message: answer.summary });
	return undefined;
};
