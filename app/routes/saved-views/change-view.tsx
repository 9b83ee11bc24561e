import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ApiClient } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type ChangedView, changeView, loadChangedView } from "#app/routes/saved-views/change-view.server";
import { ChangeViewDialog } from "#app/routes/saved-views/view-dialogs";
import { sharingApplicants, unsentView } from "#app/routes/saved-views/view-form";
import { may } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { deleteSavedView, listSavedViews, updateSavedView } from "#worker/services/saved-views/contract";

export const meta = titledOver("Change view");

const views = {
	guard: updateSavedView,
	list: "applicants",
	sharing: may.changeApplicants,
	find: (api: ApiClient) => api.call(listSavedViews, { query: { counted: "false" } }),
	update: (api: ApiClient, params: { id: string }, body: ChangedView) => api.call(updateSavedView, { params, body }),
	remove: (api: ApiClient, params: { id: string }) => api.call(deleteSavedView, { params }),
};

export const loader = (args: LoaderFunctionArgs) => loadChangedView(args, views);

export const action = (args: ActionFunctionArgs) => changeView(args, views);

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({ views: true });

const ChangeView = () => {
	const { view, mayShare } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	return (
		<ChangeViewDialog
			view={view}
			all={`/${useShell().orgName}/applicants/views`}
			rows="Its applicants"
			sharing={mayShare ? sharingApplicants : null}
			answer={answer}
		/>
	);
};
export default ChangeView;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
