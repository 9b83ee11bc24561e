import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileUp, Lock, Printer } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatCount, formatNumber } from "#app/format/numbers";
import { LateArrivals, Reversals, reversalsId, UnmatchedLines } from "#app/routes/settlements/day-lists";
import { DayState } from "#app/routes/settlements/day-state";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { PageHeader } from "#app/ui/page/page-header";
import { TextLink } from "#app/ui/text-link";
import { useHydrated } from "#app/ui/use-hydrated";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDateTime, formatDay } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import {
	closePaymentDay,
	type DaySums,
	getPaymentDay,
	type PaymentDayDetails,
} from "#worker/services/settlements/contract";
import type { DayList } from "#worker/services/settlements/day-rows.contract";
import { importSettlements } from "#worker/services/settlements/files.contract";

/** Loads one day of one platform. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, getPaymentDay);
	const { day = "", platform = "" } = args.params;
	const found = orThrow(await api.call(getPaymentDay, { params: { day, platform } }));
	const transactions = `/${orgName}/transactions`;
	return json({
		found,
		transactions,
		here: `${transactions}/days/${found.day}/${found.platform}`,
		mayClose: mayCall(user, closePaymentDay),
		mayImport: mayCall(user, importSettlements),
	});
};

export const meta = ({ data }: { data: { found: PaymentDayDetails } | undefined }) => [
	{
		title: `${data ? `${platformName(data.found.platform)}, ${formatDay(data.found.day)}` : "Daily close"} · Matricula`,
	},
];

export const { handle, shouldRevalidate } = shows({ payments: true });

/** One day of a platform: its sums, what does not match, and what came after its close. */
const Day = () => {
	const { found, transactions, here, mayClose, mayImport } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const isHydrated = useHydrated();
	const { day, platform, close, isOver, currencies, reversals, unmatched, late, lateTotal } = found;
	const name = platformName(platform);
	const rowsTo = (list: DayList, currency: string) => `${here}/rows?list=${list}&currency=${currency}`;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title={`${name}, ${formatDay(day)}`}
				context={<DayState isClosed={close !== null} />}
				back={{ to: `${transactions}/days`, label: "Daily close" }}
				actions={
					<>
						{isHydrated && (
							<Button type="button" icon={Printer} onClick={() => window.print()}>
								Print
							</Button>
						)}
						{mayImport && (
							<LinkButton to={`${transactions}/settlements/new?platform=${platform}`} icon={FileUp}>
								Import settlement file
							</LinkButton>
						)}
						{mayClose && !close && isOver && (
							<LinkButton to={`${here}/close`} icon={Lock} variant="primary" preventScrollReset>
								Close day
							</LinkButton>
						)}
					</>
				}
			/>
			{close ? (
				<Callout tone="info">
					<p>
						Closed by {close.closedByName} on {formatDateTime(close.closedAt, organisation.timeZone)}.
					</p>
					{close.note && <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{close.note}</p>}
				</Callout>
			) : (
				!isOver && <p className="text-text-2">The day is not over. It can be closed from tomorrow on.</p>
			)}
			{currencies.map((sums) => (
				<Sums
					key={sums.currency}
					sums={sums}
					opens={{
						...(sums.now.payments > 0 && { Expected: rowsTo("expected", sums.currency) }),
						...(sums.now.reversals > 0 && { Reversals: `${here}#${reversalsId}` }),
						...(sums.now.lines > 0 && linesTo(rowsTo("settled", sums.currency))),
						Difference: rowsTo("difference", sums.currency),
					}}
				/>
			))}
			{close && <LateArrivals rows={late} total={lateTotal} transactions={transactions} />}
			<UnmatchedLines
				rows={unmatched}
				total={currencies.reduce((all, { now }) => all + now.unmatched, 0)}
				transactions={transactions}
			/>
			<Reversals
				rows={reversals}
				total={currencies.reduce((all, { now }) => all + now.reversals, 0)}
				transactions={transactions}
			/>
			<DialogOutlet />
		</div>
	);
};
export default Day;

/** The sums that are of settlement lines. */
const linesTo = (to: string) => ({ Settled: to, Fees: to, "Paid out": to });

type Currency = PaymentDayDetails["currencies"][number];

const measures: readonly {
	label: string;
	of(sums: DaySums): number;
	count?(sums: DaySums): string;
	isSum?: boolean;
}[] = [
	{ label: "Expected", of: ({ expected }) => expected, count: ({ payments }) => formatCount(payments, "payment") },
	{ label: "Reversals", of: ({ reversed }) => -reversed, count: ({ reversals }) => formatCount(reversals, "reversal") },
	{ label: "Settled", of: ({ settled }) => settled, count: ({ lines }) => formatCount(lines, "line") },
	{ label: "Fees", of: ({ fees }) => -fees },
	{ label: "Paid out", of: ({ settled, fees }) => settled - fees },
	{ label: "Difference", of: ({ difference }) => difference, isSum: true },
];

interface SumsProps {
	sums: Currency;
	/** Where a sum leads to what it is of, by its label. */
	opens: Readonly<Record<string, string>>;
}

/** The sums of one currency: as they are, or at the close, since then and as they are. */
const Sums = ({ sums: { currency, now, closed, late }, opens }: SumsProps) => {
	const columns: readonly (readonly [heading: string, DaySums])[] =
		closed && late
			? [
					["At the close", closed],
					["Arrived after the close", late],
					["Now", now],
				]
			: [["Amount", now]];
	return (
		<Card className="print:break-inside-avoid">
			<h2 className="border-b border-line px-4 py-3 font-medium">{currency}</h2>
			<div className="overflow-x-auto">
				<table aria-label={`Sums in ${currency}`} className="w-full tabular-nums">
					<thead>
						<tr className="text-sm text-text-2">
							<th scope="col" className="px-4 py-2 text-left font-normal">
								<span className="sr-only">Sum</span>
							</th>
							{columns.map(([heading]) => (
								<th key={heading} scope="col" className="px-4 py-2 text-right font-normal">
									{heading}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{measures.map(({ label, of, count, isSum }) => (
							<tr key={label} className={isSum ? "border-t border-line font-medium" : undefined}>
								<th scope="row" className="px-4 py-2 text-left font-normal">
									{opens[label] ? <TextLink to={opens[label]}>{label}</TextLink> : label}
								</th>
								{columns.map(([heading, column]) => (
									<td key={heading} className="px-4 py-2 text-right">
										{formatMoney(of(column), currency)}
										{count && <span className="block text-sm text-text-3">{count(column)}</span>}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
			{now.unmatched > 0 && (
				<p className="border-t border-line px-4 py-3 text-text-2">
					{formatNumber(now.unmatched)} of {formatCount(now.lines, "line")} {now.unmatched === 1 ? "matches" : "match"}{" "}
					no payment.
				</p>
			)}
		</Card>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
