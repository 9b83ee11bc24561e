import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useLoaderData, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { CircleCheckBig } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { orThrow, problemResponse } from "#app/api/problem-response";
import { rowKeys, usePageTurns, useRowInFocus } from "#app/list/row-keys";
import { rowElementId } from "#app/list/rows";
import { type Column, RecordTable } from "#app/records/record-table";
import { doneLabels, kindLabels } from "#app/routes/transactions/exception-texts";
import { exceptionsSearch, readExceptionsAddress, withExceptions } from "#app/routes/transactions/exceptions-address";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, hasCommands, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { Button, LinkButton } from "#app/ui/button";
import { chipClass } from "#app/ui/chip";
import { classNames } from "#app/ui/class-names";
import { controlClass } from "#app/ui/form/control-class";
import { Link } from "#app/ui/link";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { exceptionKinds } from "#worker/contract/payment-exceptions";
import { internationalPlatforms, localPlatforms, platformName } from "#worker/contract/payment-platforms";
import { problem } from "#worker/contract/problems";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import { listExceptions, type PaymentException } from "#worker/services/transactions/exceptions.contract";

export const meta = titled("Payment exceptions");

/** Loads a page of the payments that somebody has to look at. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listExceptions);
	const params = new URL(args.request.url).searchParams;
	const { kind, platform, state, isUnknown, page, size } = readExceptionsAddress(params);
	// why: a misspelt kind must not show every exception instead.
	if (isUnknown) throw problemResponse(problem("invalid_query"));
	const query = { kind, platform, state, page: String(page), size: String(size) };
	const { data, counts, resultTotal } = orThrow(await api.call(listExceptions, { query }));
	const here = `/${orgName}/transactions/exceptions`;
	const kept = new URLSearchParams(exceptionsSearch(params));
	return json({
		rows: data,
		counts,
		kind,
		platform,
		state,
		here,
		listTo: `/${orgName}/transactions`,
		pages: pagesOf(here, kept, { page, size, total: resultTotal }),
	});
};

export const { handle, shouldRevalidate } = shows({ payments: true });

const Exceptions = () => {
	const { rows, counts, kind, platform, state, here, listTo, pages } = useLoaderData<typeof loader>();
	const { timeZone } = useShell().organisation;
	const { search, pathname } = useLocation();
	const navigation = useNavigation();
	const params = new URLSearchParams(search);
	const list = exceptionsSearch(params);
	const isOpen = state === "OPEN";
	const all = counts.reduce((sum, { exceptions }) => sum + exceptions, 0);
	const isLoading = navigation.state === "loading" && navigation.location.pathname === here && pathname === here;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: listTo, label: "Transactions" }}
				title="Payment exceptions"
				description="Payments that do not fit the books. Each says why, and what you can do."
				actions={
					<nav aria-label="State" className="flex gap-2">
						{(["OPEN", "RESOLVED"] as const).map((one) => (
							<Chip key={one} to={here + withExceptions(params, { state: one })} isChosen={state === one}>
								{one === "OPEN" ? "Open" : "Resolved"}
							</Chip>
						))}
					</nav>
				}
			/>
			<div className="flex flex-wrap items-center justify-between gap-2">
				<nav aria-label="Kinds" className="flex flex-wrap gap-2">
					<Chip to={here + withExceptions(params, { kind: null })} isChosen={kind === undefined}>
						All {all}
					</Chip>
					{exceptionKinds.flatMap((one) => {
						const found = counts.find((count) => count.kind === one)?.exceptions ?? 0;
						return found === 0 && kind !== one
							? []
							: [
									<Chip key={one} to={here + withExceptions(params, { kind: one })} isChosen={kind === one}>
										{kindLabels[one]} {found}
									</Chip>,
								];
					})}
				</nav>
				<Form method="get" action={here} className="flex gap-2 max-sm:w-full">
					{[...params]
						.filter(([name]) => name === "kind" || name === "state" || name === "size")
						.map(([name, value]) => (
							<input key={name} type="hidden" name={name} value={value} />
						))}
					<select
						key={platform}
						name="platform"
						aria-label="Platform"
						defaultValue={platform ?? ""}
						onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
						className={controlClass("select-arrow h-9 appearance-none pr-8 sm:w-auto")}
					>
						<option value="">Platform: all</option>
						{[...localPlatforms, ...internationalPlatforms].map((one) => (
							<option key={one} value={one}>
								{platformName(one)}
							</option>
						))}
					</select>
					<Button>Show</Button>
				</Form>
			</div>
			<RecordTable
				label="Payment exceptions"
				columns={exceptionColumns({ here, list, timeZone, isOpen })}
				rows={rows}
				keyOf={({ id }) => id}
				elementIdOf={({ id }) => rowElementId(id)}
				busy={isLoading}
				pages={pages}
				empty={
					<EmptyState
						icon={CircleCheckBig}
						title={isOpen ? "No exceptions" : "Nothing resolved yet"}
						action={(kind || platform) && <LinkButton to={here}>Show all</LinkButton>}
					>
						{kind || platform
							? "No exception matches the filters."
							: isOpen
								? "Every payment agrees with its platform. Payments that do not agree appear here."
								: "Exceptions that were resolved appear here, with who did it and why."}
					</EmptyState>
				}
			/>
			{hasCommands && <ListSteering rows={rows} here={here} list={list} pages={pages} />}
			<DialogOutlet />
		</div>
	);
};
export default Exceptions;

const Chip = ({ to, isChosen, children }: { to: string; isChosen: boolean; children: ReactNode }) => (
	<Link
		to={to}
		preventScrollReset
		aria-current={isChosen ? "true" : undefined}
		className={classNames(isChosen ? "chip border-transparent bg-accent-soft text-accent" : chipClass, "tabular-nums")}
	>
		{children}
	</Link>
);

const exceptionColumns = ({
	here,
	list,
	timeZone,
	isOpen,
}: {
	here: string;
	list: string;
	timeZone: string;
	isOpen: boolean;
}): readonly Column<PaymentException>[] => [
	{
		heading: "What",
		width: 190,
		card: "title",
		text: ({ kind }) => kindLabels[kind],
		cell: ({ id, kind }) => (
			<RowLink to={`${here}/${id}${list}`} preventScrollReset>
				{kindLabels[kind]}
			</RowLink>
		),
	},
	{
		heading: "Why",
		card: "line",
		clipped: false,
		className: "lg:py-1.5",
		text: ({ reason }) => reason,
		cell: ({ reason, refundOf, action, resolution, resolvedByName }) => (
			<span className="grid gap-0.5 [overflow-wrap:anywhere]">
				{isOpen ? (
					<>
						{reason}
						{refundOf && <Badge colour="amber">Refund under way</Badge>}
					</>
				) : (
					<>
						<span>{doneLabels[action ?? ""] ?? "Resolved"}</span>
						<span className="text-text-2">
							{resolvedByName && `${resolvedByName}: `}
							{resolution}
						</span>
					</>
				)}
			</span>
		),
	},
	{
		heading: "Reference",
		width: 205,
		card: "line",
		muted: true,
		text: ({ reference, email }) => (email ? `${reference} · ${email}` : reference),
		cell: ({ reference, email }) => (
			<span className="grid [overflow-wrap:anywhere]">
				<span className="truncate max-lg:whitespace-normal">{reference}</span>
				{email && <span className="truncate max-lg:whitespace-normal">{email}</span>}
			</span>
		),
	},
	{ heading: "Platform", width: 105, card: "hidden", muted: true, text: ({ platform }) => platformName(platform) },
	{
		heading: "Amount",
		width: 120,
		card: "aside",
		numeric: true,
		isNamedInCard: false,
		text: ({ amount, currency }) => formatMoney(amount, currency ?? undefined),
	},
	{
		heading: isOpen ? "Noticed" : "Resolved",
		width: 232,
		card: "line",
		muted: true,
		className: "tabular-nums",
		text: ({ createdAt, resolvedAt }) => formatDateTime(resolvedAt ?? createdAt, timeZone),
	},
];

interface Steered {
	rows: readonly { id: string; reference: string; kind: PaymentException["kind"] }[];
	here: string;
	list: string;
	pages: { previousTo?: string | undefined; nextTo?: string | undefined };
}

/** Adds the list's keys, and each exception to the palette. why apart: its hooks must not render the list. */
const ListSteering = ({ rows, here, list, pages }: Steered) => {
	const navigate = useNavigate();
	const row = useRowInFocus();
	const turn = usePageTurns(rows);
	const { previousTo, nextTo } = pages;
	const commands = useMemo<Command[]>(() => {
		const open = (id: string) => navigate(`${here}/${id}${list}`, { preventScrollReset: true });
		const { keys } = rowKeys({ ids: rows.map(({ id }) => id), row, turn, previousTo, nextTo, open });
		return [
			// why not the search: the list has none.
			...keys.filter(({ id }) => id !== "list-search").map((key): Command => ({ ...key, group: "List" })),
			...rows.map(
				({ id, reference, kind }): Command => ({
					id: `exception-${id}`,
					title: `Exception: ${kindLabels[kind]}, ${reference}`,
					group: "List",
					isSearchedOnly: true,
					keywords: "odd payment transaction resolve",
					run: () => open(id),
				}),
			),
		];
	}, [rows, here, list, row, turn, previousTo, nextTo, navigate]);
	useCommands(commands);
	return null;
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
