import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { ApiClient } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { transactionsSearch, transactionViewFilter } from "#app/list/transactions-address";
import type { ChangedView } from "#app/routes/saved-views/change-view.server";
import { loadReplaceable, saveView } from "#app/routes/saved-views/save-view.server";
import { SaveViewDialog } from "#app/routes/saved-views/view-dialogs";
import { replaced, sharingPayments, unsentView } from "#app/routes/saved-views/view-form";
import { may } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import {
	createTransactionView,
	listTransactionViews,
	updateTransactionView,
} from "#worker/services/saved-views/transaction-views.contract";

export const meta = titledOver("Save view");

type Filters = ReturnType<typeof transactionViewFilter>;

const views = {
	guard: createTransactionView,
	what: "The view" as const,
	sharing: may.takePayments,
	find: (api: ApiClient) => api.call(listTransactionViews, { query: {} }),
	read: async (_: ApiClient, address: URLSearchParams) => transactionViewFilter(address),
	create: (api: ApiClient, { name, isShared }: ChangedView, filters: Filters, key: { idempotencyKey?: string }) =>
		api.call(createTransactionView, { body: { name, isShared, filters } }, key),
	replace: (api: ApiClient, params: { id: string }, { isPinned: _, ...view }: ChangedView, filters: Filters) =>
		api.call(updateTransactionView, { params, body: { ...view, filters } }),
	listOf: (address: URLSearchParams) => `transactions${transactionsSearch(address)}`,
};

export const loader = (args: LoaderFunctionArgs) => loadReplaceable(args, views);

export const action = (args: ActionFunctionArgs) => saveView(args, views);

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({});

const fresh = { name: "", isShared: false };

const SaveTransactionView = () => {
	const { view, others, mayShare, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const [params] = useSearchParams();
	const base = `/${useShell().orgName}/transactions`;
	const search = transactionsSearch(params);
	return (
		<SaveViewDialog
			view={view}
			fresh={fresh}
			others={others}
			answer={answer}
			closeTo={base + search}
			all={`${base}/views`}
			replacing={(id) => `${base}/views/new${search}${search ? "&" : "?"}${replaced}=${id}`}
			sharing={mayShare ? sharingPayments : null}
		>
			<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
		</SaveViewDialog>
	);
};
export default SaveTransactionView;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
