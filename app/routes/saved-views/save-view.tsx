import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { findDefaultApplication } from "#app/list/find-default-application.server";
import { listSearch, readListAddress, withSelected } from "#app/list/list-address";
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
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { TextLink } from "#app/ui/text-link";
import { type ApplicantFilter, filterOf } from "#worker/contract/applicant-filter";
import { createSavedView, listSavedViews, updateSavedView } from "#worker/services/saved-views/contract";

export const meta = titledOver("Save view");

/** The view in whose place the list is saved. */
const replaced = "replaces";

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, createSavedView);
	const { searchParams } = new URL(args.request.url);
	const { data } = orThrow(await api.call(listSavedViews, { query: { counted: "false" } }));
	const views = data.filter(({ mayChange }) => mayChange);
	const id = searchParams.get(replaced);
	const view = id === null ? null : views.find((one) => one.id === id);
	if (view === undefined) throw refusal("not_found");
	return json({
		...{ view, others: views.map(({ id, name }) => ({ id, name })) },
		mayShare: mayCall(user, may.changeApplicants),
		idempotencyKey: crypto.randomUUID(),
	});
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, createSavedView);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: ViewForm });
	const ticked = tickedIn(form);
	if (submission.status !== "success")
		return json({ result: submission.reply(), ticked, meanwhile: null }, { status: 422 });
	const { searchParams } = new URL(args.request.url);
	const address = readListAddress(searchParams);
	const id = searchParams.get(replaced);
	const applicationId = address.applicationId ?? (await findDefaultApplication(api))?.id;
	if (applicationId === undefined) throw refusal("application_unavailable");
	const body = { name: submission.value.name, ...ticked, filters: { ...filterOf(address), applicationId } };
	const key = form.get("idempotencyKey");
	const saved =
		id === null
			? await api.call(createSavedView, { body }, typeof key === "string" ? { idempotencyKey: key } : {})
			: await api.call(updateSavedView, { params: { id }, body: { ...body, version: submission.value.version } });
	if (!saved.ok) {
		if (saved.problem.code === "not_found") orThrow(saved);
		const result = replyWithProblem(submission, saved.problem);
		const meanwhile = readMeanwhile(saved.problem, CurrentView);
		return json({ result, ticked, meanwhile }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `The view ${body.name} is saved` });
	return redirect(`/${orgName}/applicants${withSelected(listSearch({ ...address, applicationId }), address.selected)}`);
};

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({});

const formId = "save-view";
/** Checks whether a list holds every applicant assigned to the user, so that its view is called 'Mine'. */
const isMine = ({ applicationId: _, assigned, ...others }: ApplicantFilter) =>
	assigned === "me" && Object.keys(others).length === 0;

const newView = { isPinned: true, isShared: false };

const SaveView = () => {
	const { view, others, mayShare, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { orgName } = useShell();
	const navigation = useNavigation();
	const [params] = useSearchParams();
	const base = `/${orgName}/applicants`;
	const list = readListAddress(params);
	const search = withSelected(listSearch(list), list.selected);
	const replacing = (id: string) => `${base}/views/new${search}${search ? "&" : "?"}${replaced}=${id}`;
	return (
		<Dialog
			title={view ? "Update view" : "Save view"}
			description={
				view
					? `${view.name} gets the list as it is filtered and ordered now.`
					: "The list as it is filtered and ordered now."
			}
			closeTo={base + search}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={navigation.formAction?.startsWith(`${base}/views/`) ?? false}>
					{view ? "Update" : "Save"}
				</Button>
			}
		>
			<SavedViewForm
				key={view?.id}
				id={formId}
				answer={answer}
				view={view ?? { ...newView, name: isMine(filterOf(list)) ? "Mine" : "" }}
				mayShare={mayShare}
			>
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			</SavedViewForm>
			{!view && others.length > 0 && (
				<details className="mt-4">
					<summary className="w-fit cursor-pointer rounded-sm text-accent">Update a view instead</summary>
					<ul className="mt-2 grid gap-1">
						{others.map(({ id, name }) => (
							<li key={id}>
								<TextLink to={replacing(id)} replace preventScrollReset>
									{name}
								</TextLink>
							</li>
						))}
					</ul>
				</details>
			)}
		</Dialog>
	);
};
export default SaveView;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
