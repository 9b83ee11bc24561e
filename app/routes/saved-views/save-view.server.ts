import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import type { ChangedView } from "#app/routes/saved-views/change-view.server";
import { refuseView, replaced, tickedIn, ViewForm } from "#app/routes/saved-views/view-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Result } from "#worker/contract/result";

/** How what a list shows is saved as a view of its kind. */
export interface KindOfList<View, Shown> {
	guard: Parameters<typeof requireAccess>[1];
	/** What is saved, as sentences begin: 'The view'. */
	what: "The view" | "The criteria";
	/** The privilege that lets a user share it. */
	sharing: Parameters<typeof mayCall>[1];
	find(api: ApiClient): Promise<Result<{ data: View[] }>>;
	/** Reads what is saved from the list's address. @throws {Response} where there is nothing to save */
	read(api: ApiClient, address: URLSearchParams): Promise<Shown>;
	create(api: ApiClient, view: ChangedView, shown: Shown, key: { idempotencyKey?: string }): Promise<Result<unknown>>;
	replace(api: ApiClient, params: { id: string }, view: ChangedView, shown: Shown): Promise<Result<unknown>>;
	/** The list, below the institution's address. */
	listOf(address: URLSearchParams, shown: Shown): string;
}

/** Loads the views that the user may replace, and the one that the address names. */
export const loadReplaceable = async <View extends { id: string; name: string; mayChange: boolean }, Shown>(
	args: LoaderFunctionArgs,
	{ guard, sharing, find }: Pick<KindOfList<View, Shown>, "guard" | "sharing" | "find">,
) => {
	const { user, api } = await requireAccess(args, guard);
	const { data } = orThrow(await find(api));
	const views = data.filter(({ mayChange }) => mayChange);
	const id = new URL(args.request.url).searchParams.get(replaced);
	const view = id === null ? null : views.find((one) => one.id === id);
	if (view === undefined) throw refusal("not_found");
	return json({
		view,
		others: views.map(({ id, name }) => ({ id, name })),
		mayShare: mayCall(user, sharing),
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Saves what the list shows, as a new view or in the place of another. */
export const saveView = async <View, Shown>(args: ActionFunctionArgs, kind: KindOfList<View, Shown>) => {
	const { orgName, api, session } = await requireAccess(args, kind.guard);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: ViewForm });
	if (submission.status !== "success") return refuseView(submission, form);
	const { name, version } = submission.value;
	const address = new URL(args.request.url).searchParams;
	const shown = await kind.read(api, address);
	const id = address.get(replaced);
	const idempotencyKey = idempotencyKeyIn(form);
	const view = { ...tickedIn(form), name };
	const saved =
		id === null
			? await kind.create(api, view, shown, idempotencyKey ? { idempotencyKey } : {})
			: await kind.replace(api, { id }, { ...view, version }, shown);
	if (!saved.ok) {
		if (saved.problem.code === "not_found") orThrow(saved);
		return refuseView(submission, form, saved.problem);
	}
	session.flash({ kind: "success", message: `${kind.what} ${name} ${kind.what === "The view" ? "is" : "are"} saved` });
	return redirect(`/${orgName}/${kind.listOf(address, shown)}`);
};
