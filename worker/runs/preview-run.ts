import type { OrgContext } from "#worker/context";
import type { Previewed } from "#worker/contract/bulk";
import { ok, type Result } from "#worker/contract/result";
import type { ActionTypes, BulkAction, Decision, Selection } from "#worker/runs/bulk-action";
import { explained, rowOf } from "#worker/runs/change-rows";
import { countOf, pageOf } from "#worker/runs/start-run";

interface AskedPreview<T extends ActionTypes> {
	input: T["input"];
	rows: T["rows"]["asked"];
	/** The rows to list. */
	page: number;
	size: number;
}

interface Preview<Goal> {
	preview: Previewed;
	target: Goal;
	/** Finds one of the first rows that would change. */
	findFirst(): Promise<string | undefined>;
}

/** How many rows are searched for an example that would change. */
const lookedAt = 100;

/** Counts what an action would do and lists one page of rows. Changes nothing. */
export const previewRun = async <T extends ActionTypes>(
	ctx: OrgContext,
	action: Previewable<T>,
	{ input, rows, page, size }: AskedPreview<T>,
): Promise<Result<Preview<T["target"]>, T["problem"] | T["rows"]["problem"]>> => {
	// why before anything is read: what changes meanwhile counts as changed since.
	const asOf = ctx.now();
	const [resolved, chosen] = await Promise.all([action.resolve(ctx, input), action.rows.choose(ctx, rows)]);
	if (!resolved.ok) return resolved;
	if (!chosen.ok) return chosen;
	const [target, selection] = [resolved.value, chosen.value];
	const decideAll = async (ids: readonly string[]) => {
		const states = ids.length === 0 ? undefined : await action.load(ctx, ids, input, undefined);
		return ids.map((id) => {
			const state = states?.get(id);
			const outcome = action.decide(state, target);
			return { ...rowOf(id, state), outcome, ...explained(action, { state, outcome }, target) };
		});
	};
	const listed = { offset: page * size, limit: size };
	const [counts, decided] = await Promise.all([
		countDecisions(ctx, action, { selection, target, decideAll }),
		size === 0 ? [] : pageOf(ctx, action.rows, selection, listed).then(decideAll),
	]);
	const findFirst = async () => {
		const first = await pageOf(ctx, action.rows, selection, { offset: 0, limit: lookedAt }).then(decideAll);
		return first.find(({ outcome }) => outcome === "will_change")?.id;
	};
	const preview = { name: target.name, ...counts, rows: decided, total: countOf(selection), asOf };
	return ok({ preview, target, findFirst });
};

/** The parts of an action that a preview needs. */
export type Previewable<T extends ActionTypes> = Pick<
	BulkAction<T>,
	"rows" | "resolve" | "load" | "decide" | "explain" | "countFor" | "countNamed"
>;

interface Counted<T extends ActionTypes> {
	selection: Selection<T["rows"]["filter"]>;
	target: T["target"];
	decideAll: (ids: readonly string[]) => Promise<readonly { outcome: Decision }[]>;
}

const countDecisions = async <T extends ActionTypes>(
	ctx: OrgContext,
	action: Previewable<T>,
	{ selection, target, decideAll }: Counted<T>,
): Promise<Pick<Previewed, "willChange" | "unchanged" | "notAllowed" | "notFound">> => {
	if ("ids" in selection && !action.countNamed) {
		const outcomes = (await decideAll(selection.ids)).map(({ outcome }) => outcome);
		const count = (wanted: Decision) => outcomes.filter((outcome) => outcome === wanted).length;
		return {
			willChange: count("will_change"),
			unchanged: count("unchanged"),
			notAllowed: count("not_allowed"),
			notFound: count("not_found"),
		};
	}
	const counted =
		"ids" in selection
			? await action.countNamed?.(ctx, selection.ids, target)
			: { ...(await action.countFor(ctx, selection, target)), notFound: 0 };
	const { unchanged = 0, notAllowed = 0, notFound = 0 } = counted ?? {};
	return { willChange: countOf(selection) - unchanged - notAllowed - notFound, unchanged, notAllowed, notFound };
};
