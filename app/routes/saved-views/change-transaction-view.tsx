import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ApiClient } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type ChangedView, changeView, loadChangedView } from "#app/routes/saved-views/change-view.server";
import { ChangeViewDialog } from "#app/routes/saved-views/view-dialogs";
import { sharingPayments, unsentView } from "#app/routes/saved-views/view-form";
import { may } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import {
	deleteTransactionView,
	listTransactionViews,
	updateTransactionView,
} from "#worker/services/saved-views/transaction-views.contract";

export const meta = titledOver("Change view");

const views = {
	guard: updateTransactionView,
	list: "transactions",
	sharing: may.takePayments,
	find: (api: ApiClient) => api.call(listTransactionViews, { query: {} }),
	update: (api: ApiClient, params: { id: string }, { isPinned: _, ...body }: ChangedView) =>
		api.call(updateTransactionView, { params, body }),
	remove: (api: ApiClient, params: { id: string }) => api.call(deleteTransactionView, { params }),
};

export const loader = (args: LoaderFunctionArgs) => loadChangedView(args, views);

export const action = (args: ActionFunctionArgs) => changeView(args, views);

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({ views: true });

const ChangeTransactionView = () => {
	const { view, mayShare } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	return (
		<ChangeViewDialog
			view={view}
			all={`/${useShell().orgName}/transactions/views`}
			rows="Its transactions"
			sharing={mayShare ? sharingPayments : null}
			answer={answer}
		/>
	);
};
export default ChangeTransactionView;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
