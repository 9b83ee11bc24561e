import * as v from "valibot";
import { type ListAddress, listSearch } from "#app/routes/applicants/list-address";
import { askRoute } from "#app/shell/palette/route-data";
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
const Answer = v.object({ error: v.optional(v.string()), summary: v.optional(v.string()) });

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
	const url = `${base}/stage${listSearch(address)}`;
	const answer = await askRoute(url, "routes/applicants/change-stages", Answer, { form });
	if (!answer.ok) return answer.error;
	const { error, summary } = answer.data;
	if (summary) showToast({ kind: "success", message: summary });
	return error;
};
