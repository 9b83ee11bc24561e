import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { transactionViewSearch } from "#app/list/transactions-address";
import { ViewList } from "#app/routes/saved-views/view-list";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { PageHeader } from "#app/ui/page/page-header";
import { listTransactionViews } from "#worker/services/saved-views/transaction-views.contract";

export const meta = titled("Saved views of transactions");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, listTransactionViews);
	const { data } = orThrow(await api.call(listTransactionViews, { query: {} }));
	return json({ views: data.map(({ filters, ...view }) => ({ ...view, search: transactionViewSearch(filters) })) });
};

export const { handle, shouldRevalidate } = shows({ views: true });

const TransactionViews = () => {
	const { views } = useLoaderData<typeof loader>();
	const base = `/${useShell().orgName}/transactions`;
	return (
		<div className="grid max-w-5xl gap-4">
			<PageHeader
				back={{ to: base, label: "Transactions" }}
				title="Saved views of transactions"
				description="Lists of transactions that you can come back to. Filter the list, then choose Save view above it."
			/>
			<ViewList views={views} base={base} empty="A view keeps the search and the filters of the transactions." />
			<DialogOutlet />
		</div>
	);
};
export default TransactionViews;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
