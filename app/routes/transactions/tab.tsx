import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { CreditCard } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatRange } from "#app/format/numbers";
import { readTabPage, tabPageSearch } from "#app/list/sheet/tab-page";
import { TransactionTable } from "#app/routes/transactions/transaction-table";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import { listApplicantTransactions } from "#worker/services/transactions/contract";

const pageName = "transactionsPage";

export const meta = titledOver("Transactions");

/** Loads the applicant's transactions, newest first (§2 Per-candidate transactions). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, listApplicantTransactions);
	const { applicantId = "" } = args.params;
	const page = readTabPage(new URL(args.request.url).searchParams, pageName);
	const transactions = await args.context.api.call(listApplicantTransactions, {
		params: { id: applicantId },
		query: { page: String(page) },
	});
	return json({ ...orThrow(transactions), here: `/${orgName}/applicants/${applicantId}` });
};

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const Transactions = () => {
	const { data, resultTotal, page, size, here } = useLoaderData<typeof loader>();
	const { search } = useLocation();
	if (resultTotal === 0) return <EmptyState icon={CreditCard} title="No Transactions history available" />;
	const hasMore = (page + 1) * size < resultTotal;
	return (
		<section aria-labelledby="transactions-title" className="px-5 py-4.5 max-sm:px-3">
			<h3 id="transactions-title" className="mb-3">
				Transactions
			</h3>
			<TransactionTable transactions={data} here={here} />
			{(page > 0 || hasMore) && (
				<p className="mt-3 flex flex-wrap gap-4">
					<span className="text-text-2 tabular-nums">{formatRange({ page, size, total: resultTotal })}</span>
					{page > 0 && <TextLink to={tabPageSearch(search, pageName, page - 1)}>Newer transactions</TextLink>}
					{hasMore && <TextLink to={tabPageSearch(search, pageName, page + 1)}>Older transactions</TextLink>}
				</p>
			)}
		</section>
	);
};
export default Transactions;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
