import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { Banknote, CreditCard } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatRange } from "#app/format/numbers";
import { readSheetSearch } from "#app/list/list-address";
import { readTabPage, tabPageSearch } from "#app/list/sheet/tab-page";
import { TransactionTable } from "#app/routes/transactions/transaction-table";
import { mayAt } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import { listApplicantTransactions } from "#worker/services/transactions/contract";
import { getPaymentPage, startPayment } from "#worker/services/transactions/taking.contract";

const pageName = "transactionsPage";

export const meta = titledOver("Transactions");

/** Loads the applicant's transactions, newest first (§2 Per-candidate transactions). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user } = await requireAccess(args, listApplicantTransactions);
	const { applicantId = "" } = args.params;
	const page = readTabPage(new URL(args.request.url).searchParams, pageName);
	const [transactions, opened] = await Promise.all([
		args.context.api.call(listApplicantTransactions, { params: { id: applicantId }, query: { page: String(page) } }),
		args.context.applicant(applicantId),
	]);
	const applicant = orThrow(opened);
	return json({
		...orThrow(transactions),
		here: `/${orgName}/applicants/${applicantId}`,
		mayTake: mayAt(user, applicant, startPayment),
		mayShare: mayAt(user, applicant, getPaymentPage),
	});
};

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const Transactions = () => {
	const { data, resultTotal, page, size, here, mayTake, mayShare } = useLoaderData<typeof loader>();
	const { search } = useLocation();
	const [params] = useSearchParams();
	const taking = mayTake && (
		<LinkButton to={`${here}/transactions/pay${readSheetSearch(params)}`} preventScrollReset icon={Banknote}>
			Take a payment
		</LinkButton>
	);
	if (resultTotal === 0)
		return (
			<>
				<EmptyState icon={CreditCard} title="No Transactions history available" action={taking} />
				<DialogOutlet search={readSheetSearch(params)} />
			</>
		);
	const hasMore = (page + 1) * size < resultTotal;
	return (
		<section aria-labelledby="transactions-title" className="px-5 py-4.5 max-sm:px-3">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-2">
				<h3 id="transactions-title">Transactions</h3>
				{taking}
			</div>
			<TransactionTable transactions={data} here={here} mayShare={mayShare} />
			{(page > 0 || hasMore) && (
				<p className="mt-3 flex flex-wrap gap-4">
					<span className="text-text-2 tabular-nums">{formatRange({ page, size, total: resultTotal })}</span>
					{page > 0 && <TextLink to={tabPageSearch(search, pageName, page - 1)}>Newer transactions</TextLink>}
					{hasMore && <TextLink to={tabPageSearch(search, pageName, page + 1)}>Older transactions</TextLink>}
				</p>
			)}
			<DialogOutlet search={readSheetSearch(params)} />
		</section>
	);
};
export default Transactions;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
