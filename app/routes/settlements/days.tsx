import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { CalendarCheck, FileUp } from "lucide-react";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { statusOfDays, wrongDaysOf } from "#app/records/wrong-days";
import { DayState, platformChoices } from "#app/routes/settlements/day-state";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { platformName } from "#worker/contract/payment-platforms";
import { problem } from "#worker/contract/problems";
import { formatDay } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { dayStates, listPaymentDays, type PaymentDay } from "#worker/services/settlements/contract";

export const meta = titled("Daily close");

const stateChoices = [
	{ value: "OPEN", label: "Open" },
	{ value: "CLOSED", label: "Closed" },
];

/** Loads a page of the days on which platforms took money. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listPaymentDays);
	const params = new URL(args.request.url).searchParams;
	const [platform, wanted, startDate, endDate] = ["platform", "state", "startDate", "endDate"].map(
		(name) => params.get(name) || undefined,
	);
	const state = dayStates.find((one) => one === wanted?.toUpperCase());
	// why: a misspelt state must not show every day instead.
	if (wanted !== undefined && !state) throw problemResponse(problem("invalid_query"));
	const { page, size } = readPage(params);
	const filter = { platform: platform?.toUpperCase(), state, startDate, endDate };
	const query = { ...filter, page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listPaymentDays, { query }));
	const here = `/${orgName}/transactions/days`;
	const wrongDays = wrongDaysOf(startDate, endDate);
	const pages = pagesOf(here, params, { page, size, total });
	return json({ rows: data, ...filter, wrongDays, here, pages }, statusOfDays(wrongDays));
};

export const { handle, shouldRevalidate } = shows({ payments: true });

const Days = () => {
	const { rows, platform, state, startDate, endDate, wrongDays, here, pages } = useLoaderData<typeof loader>();
	const { pathname } = useLocation();
	const navigation = useNavigation();
	const isNarrow = [platform, state, startDate, endDate].some(Boolean);
	const transactions = here.replace(/\/days$/, "");
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Daily close"
				description="What each platform took on a day, and what it settled. A closed day keeps its sums."
				back={{ to: transactions, label: "Transactions" }}
				actions={
					<LinkButton to={`${transactions}/settlements`} icon={FileUp}>
						Settlement files
					</LinkButton>
				}
			/>
			<SearchForm
				action={here}
				label="Filter days"
				filters={[
					{ name: "platform", label: "Platform", options: platformChoices, chosen: platform },
					{ name: "state", label: "State", options: stateChoices, chosen: state },
					{ name: "startDate", label: "From", as: "day", options: [], chosen: startDate },
					{ name: "endDate", label: "To", as: "day", options: [], chosen: endDate, wrongDays },
				]}
				keep={pages.size === 10 ? [] : [["size", String(pages.size)]]}
			/>
			<RecordTable
				label="Days"
				columns={columnsOf(here)}
				rows={rows}
				keyOf={({ day, platform, currency }) => `${day} ${platform} ${currency}`}
				busy={navigation.state === "loading" && navigation.location.pathname === pathname}
				pages={pages}
				wrongDays={wrongDays}
				empty={
					<EmptyState
						icon={CalendarCheck}
						title={isNarrow ? "No such days" : "No days yet"}
						action={isNarrow && <LinkButton to={here}>Show all</LinkButton>}
					>
						{isNarrow
							? "No day matches the filters."
							: "A day appears here as soon as a payment of it is successful, or a settlement file has a line for it."}
					</EmptyState>
				}
			/>
		</div>
	);
};
export default Days;

const amount = { card: "line", numeric: true, className: "tabular-nums" } as const;

const columnsOf = (here: string): readonly Column<PaymentDay>[] => [
	{
		heading: "Day",
		card: "title",
		text: ({ day }) => formatDay(day),
		cell: ({ day, platform, currency }) => (
			<RowLink
				to={`${here}/${day}/${platform}`}
				aria-label={`${formatDay(day)}, ${platformName(platform)}, ${currency}`}
			>
				{formatDay(day)}
			</RowLink>
		),
	},
	{ heading: "Platform", width: 120, card: "line", muted: true, text: ({ platform }) => platformName(platform) },
	{ ...amount, heading: "Expected", width: 140, text: ({ expected, currency }) => formatMoney(expected, currency) },
	{ ...amount, heading: "Settled", width: 140, text: ({ settled, currency }) => formatMoney(settled, currency) },
	{ ...amount, heading: "Fees", width: 120, text: ({ fees, currency }) => formatMoney(fees, currency) },
	{
		...amount,
		heading: "Difference",
		width: 140,
		text: ({ difference, currency }) => formatMoney(difference, currency),
		cell: ({ difference, currency }) => (
			<span className={difference === 0 ? undefined : "font-medium text-danger-text"}>
				{formatMoney(difference, currency)}
			</span>
		),
	},
	{ heading: "State", width: 110, card: "aside", cell: ({ closedAt }) => <DayState isClosed={closedAt !== null} /> },
];

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
