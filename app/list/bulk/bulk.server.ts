import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { choiceOf, chosenFields, hasChosen, nobodyChosen, readChosen, rowsPage } from "#app/list/bulk/chosen-rows";
import { wrongCount } from "#app/list/bulk/confirm-count";
import { answerUnreviewed } from "#app/list/bulk/reviewed";
import { undoToast } from "#app/list/bulk/undo-toast";
import { type FoundLocations, findLocations, isFindingLocations } from "#app/list/find-locations.server";
import { firstError } from "#app/list/first-error";
import { listSearch, readListAddress } from "#app/list/list-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import type { BulkRow, Previewed, RunHandle, RunKind } from "#worker/contract/bulk";
import type { Endpoint } from "#worker/contract/endpoint";
import type { Result } from "#worker/contract/result";
import { defaultApplication, getApplication } from "#worker/services/applications/contract";

/** Reads the address of a bulk dialog: its rows, its target and the page of the preview. */
export const askedOfBulk = ({ url }: Request) => {
	const params = new URL(url).searchParams;
	const chosen = readChosen(params);
	return {
		params,
		chosen,
		isAnybodyChosen: chosen.isAll || chosen.ids.length > 0,
		rows: { ...choiceOf(params, chosen), ...rowsPage(params) },
		/** The id of the stage, course, location or template; '' while none is chosen. */
		to: params.get("to") ?? "",
	};
};
type Rows = ReturnType<typeof askedOfBulk>["rows"];

/** How the consequences of a target are counted, and said in a sentence. */
export interface BulkPreviewing<P extends Previewed> {
	preview(rows: Rows, to: string): Promise<Result<P>>;
	sentence(preview: NoInfer<P>): string;
}

/** Loads what every bulk dialog shows: the rows, the target and the consequences. */
export const loadBulk = async <P extends Previewed>(
	request: Request,
	{
		preview,
		sentence,
		hasTarget = true,
	}: BulkPreviewing<P> & { /** False when the action has rows but no target. */ hasTarget?: boolean },
) => {
	const { chosen, isAnybodyChosen, rows, to } = askedOfBulk(request);
	const isAsked = isAnybodyChosen && (to !== "" || !hasTarget);
	return { chosen, to, preview: isAsked ? withSentence(await preview(rows, to), sentence) : null, ...freshKey() };
};

export const withSentence = <P extends Previewed>(previewed: Result<P>, sentence: (preview: P) => string) =>
	previewed.ok ? { ok: true as const, value: { ...previewed.value, sentence: sentence(previewed.value) } } : previewed;

/**
 * Counts the consequences of the target that a form was sent with, where the address of its page names another; null
 * where it does not.
 */
export const reviewSent = async <P extends Previewed>(
	request: Request,
	form: FormData,
	{ preview, sentence }: BulkPreviewing<P>,
) => {
	const { rows, ...asked } = askedOfBulk(request);
	const to = fieldText(form.get("to"));
	if (to === "" || to === asked.to) return null;
	return { to, preview: withSentence(await preview(rows, to), sentence) };
};

export const freshKey = () => ({ idempotencyKey: crypto.randomUUID() });

/** The response of a bulk dialog that stays open: an error, or the outcome of each row. */
export interface BulkResponse {
	error: string | null;
	outcome: { name: string; changed: number; outcomes: BulkRow[]; summary: string } | null;
	/** What was typed into the number to confirm, and into fields of the action's own. why: without scripts it would be lost. */
	typed?: Record<string, string>;
	/** What is wrong with fields of the action's own. */
	fields?: Record<string, string[]>;
	/** The locations found by a search without scripts. */
	found?: FoundLocations | null;
	/** A toast that outlives the dialog and offers the undo. */
	toast?: ReturnType<typeof undoToast>;
}

/** The same with the target that the form was sent with, and its consequences, where the address names another. */
type ReviewedAnswer<P extends Previewed> = BulkResponse & { reviewed?: Awaited<ReturnType<typeof reviewSent<P>>> };

interface Sent {
	rows: ReturnType<typeof choiceOf>;
	to: string;
	asOf: number | undefined;
	/** The number of changes that the page showed. */
	count: number | undefined;
	form: FormData;
}

interface BulkSaving<T, P extends Previewed> {
	endpoint: Pick<Endpoint, "access">;
	/** The error when no target is chosen: "Choose a course". Left out when there is no target. */
	chooseTarget?: string;
	/** How another target is reviewed, where there is a target. */
	previewing?: BulkPreviewing<P>;
	/** True when no selection means everybody. */
	mayBeEverybody?: boolean;
	/** The names of fields of its own. */
	own?: readonly string[];
	/** Describes the number to confirm: "48 applicants change". */
	consequence(count: number): string;
	run(sent: Sent, key: { idempotencyKey: string | undefined }): Promise<Result<T>>;
	done(value: T, sent: Sent): TypedResponse<BulkResponse>;
}

/** Runs a bulk action on the rows of a posted dialog, or responds with what is wrong. */
export const saveBulk = async <T, P extends Previewed = Previewed>(
	args: ActionFunctionArgs,
	{ endpoint, chooseTarget, previewing, mayBeEverybody = false, own = [], consequence, run, done }: BulkSaving<T, P>,
): Promise<TypedResponse<ReviewedAnswer<P>>> => {
	await requireAccess(args, endpoint);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: bulkForm({ chooseTarget, mayBeEverybody }) });
	const typed = Object.fromEntries(["confirmed", ...own].map((name) => [name, fieldText(form.get(name))]));
	const stay = async (error: string | null, status: number, fields: Record<string, string[]> = {}) => {
		const reviewed = previewing ? await reviewSent(args.request, form, previewing) : null;
		const found = await findLocations(form, args.context.api);
		return json<ReviewedAnswer<P>>({ error, outcome: null, typed, fields, reviewed, found }, { status });
	};
	if (isFindingLocations(form)) return stay(null, 200);
	if (submission.status !== "success") return stay(firstError(submission), 422);
	const { id: ids, all, expected, to = "", asOf, count, confirmed = "", idempotencyKey } = submission.value;
	const unreviewed = answerUnreviewed(form, { shown: "reviewed", chosen: "to" });
	if (unreviewed) return stay(unreviewed.error, unreviewed.status);
	const wrong = wrongCount(count ?? null, confirmed, consequence(count ?? 0));
	if (wrong) return stay(wrong, 422);
	const rows = choiceOf(new URL(args.request.url).searchParams, { ids, isAll: all === "1" }, expected);
	const sent = { rows, to, asOf, count, form };
	const answer = await run(sent, { idempotencyKey });
	if (answer.ok) return done(answer.value, sent);
	const { error, fields = {} } = answer.problem;
	const isBeside = own.some((name) => name in fields);
	return stay(isBeside ? null : (Object.values(fields).flat()[0] ?? error), httpStatus(answer.problem), fields);
};

const bulkForm = ({
	chooseTarget,
	mayBeEverybody,
}: Pick<BulkSaving<never, never>, "chooseTarget" | "mayBeEverybody">) =>
	v.pipe(
		v.object({
			...chosenFields,
			to: chooseTarget ? v.pipe(v.string(chooseTarget), v.minLength(1, chooseTarget)) : v.optional(v.string()),
		}),
		v.forward(
			v.check((form) => mayBeEverybody || hasChosen(form), nobodyChosen),
			["id"],
		),
	);

interface Started {
	name: string;
	changed: number;
	taskId: string | null;
	outcomes: BulkRow[];
	run: RunHandle | null;
}

/** Messages while a task runs, when all rows were changed, and of the outcome in numbers. */
interface StartedWords {
	kind: RunKind;
	underway: string;
	whole: string;
	summary: string;
}

/** Returns the toast of an action that was done or started, with its undo. */
export const startedToast = (
	{ params: { orgName = "" } }: ActionFunctionArgs,
	{ name, changed, taskId, outcomes, run }: Started,
	{ kind, underway, whole }: Omit<StartedWords, "summary">,
) => {
	const [first] = outcomes.filter(({ outcome }) => outcome === "changed");
	const subject = changed === 1 && first?.name ? first.name : formatCount(changed, "applicant");
	return undoToast(orgName, taskId ? underway : whole, run, { kind, subject, targetName: name, now: Date.now() });
};

/** Redirects to the results of a task, or back to the list. */
export const leadOn = (
	{ request, params: { orgName }, context }: ActionFunctionArgs,
	toast: ReturnType<typeof startedToast>,
	taskId: string | null,
) => {
	context.session.flash(toast);
	if (taskId) return redirect(`/${orgName}/batches/${taskId}`);
	return redirect(`/${orgName}/applicants${listSearch(readListAddress(new URL(request.url).searchParams))}`);
};

/** Redirects when every row was changed or a task changes them; otherwise responds with each outcome. */
export const answerStarted = (args: ActionFunctionArgs, started: Started, { summary, ...words }: StartedWords) => {
	const { name, changed, taskId, outcomes } = started;
	const toast = startedToast(args, started, words);
	if (taskId || changed === outcomes.length) return leadOn(args, toast, taskId);
	return json<BulkResponse>({ error: null, outcome: { name, changed, outcomes, summary }, toast });
};

/** Returns the application in the address, or the default one; throws the page that says that there is none. */
export const shownApplicationId = async (api: ApiClient, params: URLSearchParams): Promise<string> =>
	readListAddress(params).applicationId ?? orThrow(await api.call(defaultApplication, {})).id;

export const shownApplication = async (api: ApiClient, params: URLSearchParams) =>
	orThrow(await api.call(getApplication, { params: { id: await shownApplicationId(api, params) } }));
