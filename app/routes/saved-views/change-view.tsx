import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readMeanwhile } from "#app/records/meanwhile";
import { CurrentView, tickedIn, unsentView, ViewForm } from "#app/routes/saved-views/view-form";
import { SavedViewForm } from "#app/routes/saved-views/view-form-dialog";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { deleteSavedView, listSavedViews, updateSavedView } from "#worker/services/saved-views/contract";

export const meta = titledOver("Change view");

/** Loads a view that the user may change; otherwise throws the page that says why not. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, updateSavedView);
	const { data } = orThrow(await args.context.api.call(listSavedViews, { query: { counted: "false" } }));
	const view = data.find(({ id }) => id === args.params.viewId);
	if (!view) throw refusal("not_found");
	if (!view.mayChange) throw refusal("view_not_yours");
	return json({ view, mayShare: mayCall(user, may.changeApplicants) });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateSavedView);
	const params = { id: args.params.viewId ?? "" };
	const form = await readSignedInForm(args.request, args.context);
	const all = `/${orgName}/applicants/views`;
	if (form.get("intent") === "delete") {
		orThrow(await api.call(deleteSavedView, { params }));
		session.flash({ kind: "success", message: "The view is deleted" });
		return redirect(all);
	}
	const submission = parseWithValibot(form, { schema: ViewForm });
	const ticked = tickedIn(form);
	if (submission.status !== "success")
		return json({ result: submission.reply(), ticked, meanwhile: null }, { status: 422 });
	const { name, version } = submission.value;
	const saved = await api.call(updateSavedView, { params, body: { ...ticked, name, version } });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		const result = replyWithProblem(submission, saved.problem);
		const meanwhile = readMeanwhile(saved.problem, CurrentView);
		return json({ result, ticked, meanwhile }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `The view ${name} is saved` });
	return redirect(all);
};

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({ views: true });

const formId = "change-view";

const ChangeView = () => {
	const { view, mayShare } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { orgName } = useShell();
	const navigation = useNavigation();
	const [params] = useSearchParams();
	const all = `/${orgName}/applicants/views`;
	const here = `${all}/${view.id}`;
	const isPending = navigation.formAction?.startsWith(here) ?? false;
	if (params.get("question") === "delete")
		return (
			<Dialog
				title={`Delete the view ${view.name}?`}
				description={`${view.isShared ? "Everybody in the office loses it. " : ""}Its applicants stay.`}
				closeTo={all}
				footer={
					<>
						<LinkButton to={here} replace preventScrollReset>
							Keep it
						</LinkButton>
						<Button form={formId} variant="danger" pending={isPending}>
							Delete
						</Button>
					</>
				}
			>
				<SignedInForm method="post" id={formId}>
					<input type="hidden" name="intent" value="delete" />
				</SignedInForm>
			</Dialog>
		);
	return (
		<Dialog
			title="Change view"
			closeTo={all}
			footer={
				<>
					<Link
						to="?question=delete"
						replace
						preventScrollReset
						className="mr-auto rounded-sm text-red hover:underline"
					>
						Delete…
					</Link>
					<Button form={formId} variant="primary" pending={isPending}>
						Save
					</Button>
				</>
			}
		>
			<SavedViewForm id={formId} answer={answer} view={view} mayShare={mayShare} />
		</Dialog>
	);
};
export default ChangeView;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
