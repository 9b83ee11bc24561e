import * as v from "valibot";
import { consequences, results } from "#app/routes/applicants/batch-sentences";
import { batchStageUrl, type ListAddress, listSearch } from "#app/routes/applicants/list-address";
import { askRoute } from "#app/shell/palette/route-data";
import { toldBefore } from "#app/shell/palette/told-before";
import { showToast } from "#app/ui/toast";
import { problems } from "#worker/contract/problems";

interface Target {
	base: string;
	address: ListAddress;
	ids: readonly string[];
	step: { id: string; name: string };
}

const route = "routes/applicants/change-stages";

/** Of what the dialog's loader answers, the counts. why: the contract's own schemas would come to every list's page. */
const Preview = v.object({
	preview: v.nullable(
		v.variant("ok", [
			v.object({
				ok: v.literal(true),
				value: v.object({
					moves: v.number(),
					alreadyThere: v.number(),
					notAllowed: v.number(),
					notFound: v.number(),
					emails: v.number(),
					messages: v.object({ email: v.nullable(v.object({ name: v.string() })), fault: v.nullable(v.string()) }),
					asOf: v.number(),
				}),
			}),
			v.object({ ok: v.literal(false), problem: v.object({ error: v.string() }) }),
		]),
	),
});

/**
 * What moving the selection would do, in numbers, before anything is done, and when that was so; or why it cannot be
 * said.
 */
export const previewSelection = async ({
	base,
	address,
	ids,
	step,
}: Target): Promise<{ sentence: string; option?: string; asOf?: number }> => {
	const answer = await askRoute(batchStageUrl(base, address, ids, step.id), route, Preview);
	if (!answer.ok) return { sentence: answer.error };
	const { preview } = answer.data;
	if (!preview) return { sentence: problems.internal.message };
	if (!preview.ok) return { sentence: preview.problem.error };
	const { messages, asOf } = preview.value;
	const { sentence, option } = toldBefore(messages);
	return { sentence: [consequences(preview.value), sentence].filter(Boolean).join(" "), option, asOf };
};

/** What the dialog's action answers to a form that stays where it is. */
const Answer = v.object({
	error: v.optional(v.string()),
	summary: v.optional(v.string()),
	toast: v.optional(
		v.object({
			message: v.string(),
			action: v.optional(v.object({ label: v.string(), title: v.string(), to: v.string(), forMs: v.number() })),
		}),
	),
	outcome: v.nullish(
		v.object({
			moved: v.number(),
			taskId: v.nullable(v.string()),
			outcomes: v.array(
				v.object({
					id: v.string(),
					outcome: v.picklist(["moves", "moved", "already_there", "not_allowed", "not_found", "changed_meanwhile"]),
				}),
			),
		}),
	),
});

/** Who was not moved, so that they can be seen and tried again; or what went wrong, when nobody was. */
type Moved = { ok: true; unmoved: string[] } | { ok: false; error: string };

/** Posts the batch dialog's own form from the palette, and says in a toast what happened. */
export const moveSelection = async ({
	base,
	address,
	ids,
	step,
	reason,
	isSilent,
	asOf,
	csrf,
}: Target & { reason: string; isSilent: boolean; asOf: number | undefined; csrf: string }): Promise<Moved> => {
	const form = new URLSearchParams({ csrf, stageId: step.id, reason, stay: "1", idempotencyKey: crypto.randomUUID() });
	if (isSilent) form.set("doNotNotify", "1");
	if (asOf !== undefined) form.set("asOf", String(asOf));
	for (const id of ids) form.append("id", id);
	const answer = await askRoute(`${base}/stage${listSearch(address)}`, route, Answer, { form });
	if (!answer.ok) return answer;
	const { error, outcome, summary, toast } = answer.data;
	if (!outcome) return { ok: false, error: error ?? problems.internal.message };
	const unmoved = outcome.outcomes.filter((row) => row.outcome !== "moved").map(({ id }) => id);
	const isWhole = outcome.taskId !== null || unmoved.length === 0;
	const message = isWhole && summary ? summary : results(step.name, outcome.outcomes);
	if (!isWhole && outcome.moved === 0) return { ok: false, error: message };
	const told = isWhole && toast ? toast : { ...toast, message };
	showToast({ ...told, id: crypto.randomUUID(), kind: isWhole ? "success" : "warning" });
	return { ok: true, unmoved };
};
