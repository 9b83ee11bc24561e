import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ApiClient } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type ChangedView, changeView, loadChangedView } from "#app/routes/saved-views/change-view.server";
import { ChangeViewDialog } from "#app/routes/saved-views/view-dialogs";
import { sharingCriteria, unsentView } from "#app/routes/saved-views/view-form";
import { may } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import {
	deleteSavedCriteria,
	listSavedCriteria,
	updateSavedCriteria,
} from "#worker/services/saved-views/criteria.contract";

export const meta = titledOver("Change criteria");

const sets = {
	guard: updateSavedCriteria,
	list: "process-ai",
	what: "criteria",
	sharing: may.changeApplicants,
	find: (api: ApiClient) => api.call(listSavedCriteria, { query: {} }),
	update: (api: ApiClient, params: { id: string }, { isPinned: _, ...body }: ChangedView) =>
		api.call(updateSavedCriteria, { params, body }),
	remove: (api: ApiClient, params: { id: string }) => api.call(deleteSavedCriteria, { params }),
};

export const loader = (args: LoaderFunctionArgs) => loadChangedView(args, sets);

export const action = (args: ActionFunctionArgs) => changeView(args, sets);

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({ views: true });

const ChangeCriteria = () => {
	const { view, mayShare } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	return (
		<ChangeViewDialog
			view={view}
			what="criteria"
			all={`/${useShell().orgName}/process-ai/views`}
			rows="Lists that they have made"
			sharing={mayShare ? sharingCriteria : null}
			answer={answer}
		/>
	);
};
export default ChangeCriteria;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
