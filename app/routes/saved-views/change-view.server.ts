import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { refuseView, tickedIn, ViewForm } from "#app/routes/saved-views/view-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Result } from "#worker/contract/result";

type Guarded = Parameters<typeof requireAccess>[1];

/** What its form says of a view. */
export interface ChangedView {
	name: string;
	isPinned: boolean;
	isShared: boolean;
	version?: number | undefined;
}

/** How views of one kind of list are changed. */
export interface KindOfView<View> {
	guard: Guarded;
	/** The list whose views they are, below the institution's address. */
	list: string;
	/** What one is called in sentences: a view by default. */
	what?: string;
	/** The privilege that lets a user share a view. */
	sharing: Parameters<typeof mayCall>[1];
	find(api: ApiClient): Promise<Result<{ data: View[] }>>;
	update(api: ApiClient, params: { id: string }, view: ChangedView): Promise<Result<unknown>>;
	remove(api: ApiClient, params: { id: string }): Promise<Result<unknown>>;
}

/** Loads a view that the user may change; otherwise throws the page that says why not. */
export const loadChangedView = async <View extends { id: string; mayChange: boolean }>(
	args: LoaderFunctionArgs,
	{ guard, sharing, find }: KindOfView<View>,
) => {
	const { user, api } = await requireAccess(args, guard);
	const { data } = orThrow(await find(api));
	const view = data.find(({ id }) => id === args.params.viewId);
	if (!view) throw refusal("not_found");
	if (!view.mayChange) throw refusal("view_not_yours");
	return json({ view, mayShare: mayCall(user, sharing) });
};

/** Deletes the view, or saves its name and who sees it. */
export const changeView = async <View>(args: ActionFunctionArgs, kind: KindOfView<View>) => {
	const { orgName, api, session } = await requireAccess(args, kind.guard);
	const params = { id: args.params.viewId ?? "" };
	const form = await readSignedInForm(args.request, args.context);
	const all = `/${orgName}/${kind.list}/views`;
	const { what = "view" } = kind;
	const verb = what === "view" ? "is" : "are";
	if (form.get("intent") === "delete") {
		orThrow(await kind.remove(api, params));
		session.flash({ kind: "success", message: `The ${what} ${verb} deleted` });
		return redirect(all);
	}
	const submission = parseWithValibot(form, { schema: ViewForm });
	if (submission.status !== "success") return refuseView(submission, form);
	const { name, version } = submission.value;
	const saved = await kind.update(api, params, { ...tickedIn(form), name, version });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		return refuseView(submission, form, saved.problem);
	}
	session.flash({ kind: "success", message: `The ${what} ${name} ${verb} saved` });
	return redirect(all);
};
