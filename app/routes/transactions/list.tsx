import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Bookmark, CalendarCheck, CreditCard, FileSpreadsheet, ListRestart, TriangleAlert } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { formatRange } from "#app/format/numbers";
import { rowElementId } from "#app/list/rows";
import {
	platformsFor,
	readTransactionsAddress,
	statusChoices,
	transactionsSearch,
	transactionViewFilter,
	transactionViewSearch,
} from "#app/list/transactions-address";
import { RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { statusOfDays, wrongDaysOf } from "#app/records/wrong-days";
import { checkPayment } from "#app/routes/transactions/check-payment.server";
import { transactionColumns } from "#app/routes/transactions/list-columns";
import { useTransactionsCommands } from "#app/routes/transactions/use-transactions-commands";
import { isOfWholeInstitution, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { hasCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { chipClass } from "#app/ui/chip";
import { classNames } from "#app/ui/class-names";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { Link } from "#app/ui/link";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { problem } from "#worker/contract/problems";
import { listTransactionViews, type TransactionView } from "#worker/services/saved-views/transaction-views.contract";
import { listPaymentDays } from "#worker/services/settlements/contract";
import { checkStatus, exportTransactions, listTransactions, requery } from "#worker/services/transactions/contract";

export const meta = titled("Transactions");

/** Loads a page of the institution's payments (§2 Transactions screen). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listTransactions);
	const params = new URL(args.request.url).searchParams;
	const { q, isUnknown, page, size, ...filter } = readTransactionsAddress(params);
	// why: a misspelt status must not show every payment instead.
	if (isUnknown) throw problemResponse(problem("invalid_query"));
	const query = { ...filter, name: q, page: String(page), size: String(size) };
	const [listed, saved] = await Promise.all([
		api.call(listTransactions, { query }),
		api.call(listTransactionViews, { query: {} }),
	]);
	const { data, resultTotal, resultTotalIsExact, openExceptions } = orThrow(listed);
	const here = `/${orgName}/transactions`;
	// why: a count that stops does not end the list.
	const total = resultTotalIsExact
		? resultTotal
		: Math.max(resultTotal, page * size + data.length + (data.length === size ? 1 : 0));
	const kept = new URLSearchParams(transactionsSearch(params));
	const range = formatRange({
		page,
		size,
		total: resultTotalIsExact ? total : Math.max(resultTotal, page * size + data.length),
	});
	const wrongDays = {
		started: wrongDaysOf(filter.startDate, filter.endDate),
		paid: wrongDaysOf(filter.paidFrom, filter.paidTo),
	};
	const body = {
		rows: data,
		q,
		...filter,
		wrongDays,
		here,
		openExceptions,
		// why none when they cannot be read: the list does without them.
		views: saved.ok ? saved.value.data.map(toShownView) : [],
		shown: transactionViewSearch(transactionViewFilter(params)),
		pages: { ...pagesOf(here, kept, { page, size, total }), range: resultTotalIsExact ? range : `${range}+` },
		mayRead: mayCall(user, checkStatus),
		maySeeDays: mayCall(user, listPaymentDays) && isOfWholeInstitution(user),
		mayQuery: mayCall(user, requery),
		mayExport: mayCall(user, exportTransactions),
	};
	return json(body, statusOfDays(wrongDays.started ?? wrongDays.paid));
};

const toShownView = ({ id, name, isShared, filters }: TransactionView) => ({
	id,
	name,
	isShared,
	search: transactionViewSearch(filters),
});

/** Checks the status of one of the list (§2 Check Status). */
export const action = async (args: ActionFunctionArgs) => {
	await requireAccess(args, checkStatus);
	const form = await readSignedInForm(args.request, args.context);
	return checkPayment(args, fieldText(form.get("check")), "list");
};

/** Sent from the list, which stays when no answer comes (§8). */
export const clientAction = keepPage<{ error: string }>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ payments: true, views: true });

/** §9: the delay of the transaction search. */
const searchDelayMs = 1_500;

const checkForm = "check-status";

const Transactions = () => {
	const { rows, q, status, platform, startDate, endDate, here, pages, views, shown, openExceptions, ...more } =
		useLoaderData<typeof loader>();
	const { applicationId, paidDay, paidFrom, paidTo } = more;
	const { wrongDays, mayRead, maySeeDays, mayQuery, mayExport } = more;
	const { organisation } = useShell();
	const { search, pathname } = useLocation();
	const navigation = useNavigation();
	const refusal = useActionData<{ error: string }>()?.error;
	const list = transactionsSearch(new URLSearchParams(search));
	const isNarrow =
		q !== "" || [status, platform, startDate, endDate, applicationId, paidDay, paidFrom, paidTo].some(Boolean);
	const isLoading = navigation.state === "loading" && navigation.location.pathname === here && pathname === here;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Transactions"
				actions={
					<>
						{maySeeDays && (
							<LinkButton to={`${here}/days`} icon={CalendarCheck}>
								<span className="max-sm:sr-only">Daily close</span>
							</LinkButton>
						)}
						{openExceptions !== null && (
							<LinkButton to={`${here}/exceptions`} icon={TriangleAlert}>
								Exceptions <span className="tabular-nums">{openExceptions}</span>
							</LinkButton>
						)}
						<LinkButton to={`${here}/views/new${list}`} icon={Bookmark} preventScrollReset>
							<span className="max-sm:sr-only">Save view</span>
						</LinkButton>
						{mayExport && (
							<LinkButton to={`${here}/export${list}`} icon={FileSpreadsheet} preventScrollReset>
								<span className="max-sm:sr-only">Export</span>
							</LinkButton>
						)}
						{mayQuery && (
							<LinkButton to={`${here}/query${list}`} icon={ListRestart} preventScrollReset>
								Query Multiple Transactions
							</LinkButton>
						)}
					</>
				}
			/>
			<SearchForm
				action={here}
				label="Search transactions"
				placeholder="Email, reference, RRR, payer's name"
				typed={q}
				delayMs={searchDelayMs}
				filters={[
					{ name: "status", label: "Status", options: statusChoices, chosen: status },
					{ name: "platform", label: "Platform", options: platformsFor(platform), chosen: platform },
					{ name: "startDate", label: "From", as: "day", options: [], chosen: startDate },
					{ name: "endDate", label: "To", as: "day", options: [], chosen: endDate, wrongDays: wrongDays.started },
					...linkedFilters({ applicationId, paidDay, paidFrom, paidTo, wrongDays: wrongDays.paid }, rows),
				]}
				keep={pages.size === 10 ? [] : [["size", String(pages.size)]]}
			/>
			{views.length > 0 && <Views views={views} shown={shown} here={here} />}
			{refusal && (
				<Callout tone="danger" role="alert">
					{refusal}
				</Callout>
			)}
			<RecordTable
				label="Transactions"
				columns={transactionColumns({ here, list, mayRead, checkForm, timeZone: organisation.timeZone })}
				rows={rows}
				keyOf={({ id }) => id}
				elementIdOf={({ id }) => rowElementId(id)}
				busy={isLoading}
				pages={pages}
				wrongDays={wrongDays.started ?? wrongDays.paid}
				empty={
					<EmptyState
						icon={CreditCard}
						title="No Transactions history available"
						action={isNarrow && <LinkButton to={here}>Show all</LinkButton>}
					>
						{isNarrow
							? "No payment matches the search and the filters."
							: "Payments appear here as soon as applicants begin to pay."}
					</EmptyState>
				}
			/>
			{mayRead && <SignedInForm id={checkForm} method="post" action={here + list} preventScrollReset />}
			{hasCommands && (
				<ListSteering rows={rows} here={here} list={list} mayRead={mayRead} pages={pages} views={views} />
			)}
			<DialogOutlet isWalked context={rows.map(({ id }) => id)} />
		</div>
	);
};
export default Transactions;

interface Linked {
	applicationId?: string | undefined;
	paidDay?: string | undefined;
	paidFrom?: string | undefined;
	paidTo?: string | undefined;
	wrongDays: string | null;
}

/** Returns the filters that a link to the list has. why only then: §2 has four. */
const linkedFilters = (
	{ applicationId, paidDay, paidFrom, paidTo, wrongDays }: Linked,
	rows: readonly { application: { title: string } }[],
) => {
	const day = { as: "day" as const, options: [] };
	const title = rows[0]?.application.title ?? "The one of the link";
	return [
		...(applicationId
			? [
					{
						...{ name: "applicationId", label: "Application", chosen: applicationId },
						options: [{ value: applicationId, label: title }],
					},
				]
			: []),
		...(paidDay ? [{ ...day, name: "paidDay", label: "Paid on", chosen: paidDay }] : []),
		...(paidFrom || paidTo
			? [
					{ ...day, name: "paidFrom", label: "Paid from", chosen: paidFrom },
					{ ...day, name: "paidTo", label: "Paid to", chosen: paidTo, wrongDays },
				]
			: []),
	];
};

interface ViewsProps {
	views: readonly ReturnType<typeof toShownView>[];
	/** The query text of the filter that is shown. */
	shown: string;
	here: string;
}

/** The saved views, to choose one. */
const Views = ({ views, shown, here }: ViewsProps) => (
	<nav aria-label="Saved views" className="flex flex-wrap items-center gap-2">
		{views.map(({ id, name, isShared, search }) => (
			<Link
				key={id}
				to={here + search}
				aria-current={search === shown ? "page" : undefined}
				title={isShared ? `${name} (shared)` : name}
				className={classNames(chipClass, "max-w-60", search === shown && "font-medium text-accent")}
			>
				<span className="truncate">{name}</span>
			</Link>
		))}
		<TextLink to={`${here}/views`}>All views</TextLink>
	</nav>
);

/** why apart: its hooks change with every navigation and must not render the list. */
const ListSteering = (props: Parameters<typeof useTransactionsCommands>[0]) => {
	useTransactionsCommands(props);
	return null;
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
