import * as v from "valibot";
import { warnOfLetters, warnOfUnsubmitted } from "#app/format/warn-of-move";
import { consequences, results } from "#app/list/bulk/bulk-sentences";
import { batchStageUrl, type ListAddress, listSearch } from "#app/list/list-address";
import {
	type CommentPreview,
	commentFields,
	describeMessages,
	StageMessages,
	type TypedComment,
} from "#app/shell/palette/comment-preview";
import { askRoute, type RouteAnswer } from "#app/shell/palette/route-data";
import { OfferedReason } from "#app/shell/reasons/offered-reason";
import { showToast } from "#app/ui/toast/toast";
import { ToastAction } from "#app/ui/toast/toast-action";
import { screenProblems } from "#worker/contract/screen-problems";

interface Target {
	base: string;
	address: ListAddress;
	ids: readonly string[];
	step: { id: string; name: string };
	csrf: string;
	/** Receives the applicants that were not moved, so that they stay selected. */
	onMoved: (unmoved: readonly string[]) => void;
}

const route = "routes/stage-changes/change-stages";

/** The data that the palette needs. why: the contract's own schemas would load with every list page. */
const Looked = v.object({
	reasons: v.array(OfferedReason),
	bulk: v.object({
		idempotencyKey: v.string(),
		preview: v.nullable(
			v.variant("ok", [
				v.object({
					ok: v.literal(true),
					value: v.object({
						willChange: v.number(),
						unchanged: v.number(),
						notAllowed: v.number(),
						notFound: v.number(),
						unsubmitted: v.number(),
						withLetter: v.number(),
						emails: v.number(),
						messages: StageMessages,
						asOf: v.number(),
					}),
				}),
				v.object({ ok: v.literal(false), problem: v.object({ error: v.string() }) }),
			]),
		),
	}),
});

/** Loads the consequences of moving the selection (§4); the result can run the move. */
export const previewMove = async (target: Target): Promise<RouteAnswer<CommentPreview>> => {
	const { base, address, ids, step } = target;
	const answer = await askRoute(batchStageUrl(base, address, ids, step.id), route, Looked);
	if (!answer.ok) return answer;
	const { reasons, bulk } = answer.data;
	const { preview, idempotencyKey } = bulk;
	if (!preview) return { ok: false, error: screenProblems.internal.message };
	if (!preview.ok) return { ok: false, error: preview.problem.error };
	const { messages, asOf, willChange, unsubmitted, withLetter } = preview.value;
	const { sentence, option } = describeMessages(messages);
	return {
		ok: true,
		data: {
			sentence: [consequences(preview.value), sentence].filter(Boolean).join(" "),
			warnings: [
				...(unsubmitted > 0 ? [warnOfUnsubmitted(unsubmitted)] : []),
				...(withLetter > 0 ? [warnOfLetters(withLetter, step.name)] : []),
			],
			isIdle: willChange === 0,
			option,
			lacking: { ...messages, applicants: willChange },
			reasons,
			run: (comment) => moveSelection(target, comment, { asOf, idempotencyKey }),
		},
	};
};

/** The action's response when the dialog stays open. */
const Answer = v.object({
	error: v.nullish(v.string()),
	summary: v.optional(v.string()),
	toast: v.optional(
		v.object({
			message: v.string(),
			action: v.optional(ToastAction),
		}),
	),
	outcome: v.nullish(
		v.object({
			changed: v.number(),
			taskId: v.nullable(v.string()),
			outcomes: v.array(
				v.object({
					id: v.string(),
					outcome: v.picklist(["changed", "unchanged", "not_allowed", "not_found", "conflict"]),
				}),
			),
		}),
	),
});

/** Posts the stage dialog's form from the palette, and shows the result in a toast. */
const moveSelection = async (
	{ base, address, ids, step, csrf, onMoved }: Target,
	comment: TypedComment,
	{ asOf, idempotencyKey }: { asOf: number; idempotencyKey: string },
): Promise<RouteAnswer<undefined>> => {
	const fields = { csrf, stageId: step.id, asOf: String(asOf), idempotencyKey, ...commentFields(comment) };
	const form = new URLSearchParams(fields);
	for (const id of ids) form.append("id", id);
	const answer = await askRoute(`${base}/stage${listSearch(address)}`, route, Answer, { form });
	if (!answer.ok) return answer;
	const { error, outcome, summary, toast } = answer.data;
	if (!outcome) return { ok: false, error: error ?? screenProblems.internal.message };
	const unmoved = outcome.outcomes.filter((row) => row.outcome !== "changed").map(({ id }) => id);
	const isWhole = outcome.taskId !== null || unmoved.length === 0;
	const message = isWhole && summary ? summary : results(step.name, outcome.outcomes);
	if (!isWhole && outcome.changed === 0) return { ok: false, error: message };
	const told = isWhole && toast ? toast : { ...toast, message };
	showToast({ ...told, id: crypto.randomUUID(), kind: isWhole ? "success" : "warning" });
	onMoved(unmoved);
	return { ok: true, data: undefined };
};
