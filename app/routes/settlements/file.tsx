import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { FileDown } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { formatCount } from "#app/format/numbers";
import { ImportProgress, isAtWork } from "#app/records/import/import-progress";
import { ImportRows, RowOutcome, reasonColumn, rowNumberColumn, rowTabs } from "#app/records/import/import-rows";
import { ImportStatus } from "#app/records/import/import-status";
import { carryOutImport, openImport } from "#app/records/import/open-import.server";
import { addForm, useImportCommands } from "#app/records/import/use-import-commands";
import type { Column } from "#app/records/record-table";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { useAnnouncedResult } from "#app/ui/focus/announce";
import { SignedInForm } from "#app/ui/form/form";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { TextLink } from "#app/ui/text-link";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDay } from "#worker/contract/text/dates";
import { formatMoney } from "#worker/contract/text/money";
import {
	addSettlement,
	getSettlement,
	listSettlementRows,
	type SettlementFile,
	type SettlementRow,
} from "#worker/services/settlements/files.contract";

export const meta = titled("Settlement file");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getSettlement);
	const params = { id: args.params.fileId ?? "" };
	const transactions = `/${orgName}/transactions`;
	const opened = await openImport(args.request, {
		here: `${transactions}/settlements/${params.id}`,
		find: () => api.call(getSettlement, { params }),
		listRows: (query) => api.call(listSettlementRows, { params, query }),
	});
	return json({ ...opened, transactions, mayAdd: mayCall(user, addSettlement) });
};

/** Keeps the lines of the file, or tries again what failed. */
export const action = (args: ActionFunctionArgs) => {
	const params = { id: args.params.fileId ?? "" };
	return carryOutImport(args, {
		guard: addSettlement,
		path: `transactions/settlements/${params.id}`,
		add: (api, options) => api.call(addSettlement, { params }, options),
	});
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));
export const { handle, shouldRevalidate } = shows({ payments: true });

const working = { reading: "The file is being read and matched", adding: "The lines are being kept" };

/** A settlement file: its progress, its rows before anything is kept, and their results. */
const File = () => {
	const { found, rows, here, transactions, pages, mayAdd } = useLoaderData<typeof loader>();
	const error = useActionData<typeof action>()?.error;
	const params = new URLSearchParams(useLocation().search);
	const { status, refusal, name, platform } = found;
	const discardTo = status === "reading" && mayAdd ? `${here}/discard` : undefined;
	const { ready, done, kept, unmatched } = summaryOf(found);
	useAnnouncedResult(done ?? ready);
	useImportCommands({
		here,
		addLabel: ready && mayAdd && kept > 0 ? "Import lines" : undefined,
		mayUndo: false,
		mayDiscard: mayAdd && (status === "reading" || status === "ready"),
		hasFailedRows: unmatched > 0,
		failedLabel: downloadUnmatched,
	});
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title={name}
				description={`Settlement file of ${platformName(platform)}`}
				context={<ImportStatus status={status} />}
				back={{ to: `${transactions}/settlements`, label: "Settlement files" }}
			/>
			{refusal && (
				<Callout tone="danger" role="alert">
					<p>{refusal}</p>
					{mayAdd && (
						<p className="mt-2">
							<LinkButton to={`${transactions}/settlements/new?platform=${platform}`}>Import another file</LinkButton>
						</p>
					)}
				</Callout>
			)}
			{isAtWork(found) && (
				<ImportProgress found={found} here={here} texts={working} discardTo={discardTo} error={error} />
			)}
			{status === "ready" && <Ready found={found} here={here} error={error} />}
			{status === "added" && <Done found={found} here={here} days={`${transactions}/days?platform=${platform}`} />}
			{["ready", "adding", "added"].includes(status) && (
				<>
					<Tabs label="Rows" tabs={rowTabs(found, here, params)} />
					<ImportRows columns={columnsOf(transactions)} rows={rows} pages={pages} />
				</>
			)}
			<DialogOutlet />
		</div>
	);
};
export default File;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";

const amount = { width: 130, card: "line", numeric: true, className: "tabular-nums" } as const;

const columnsOf = (transactions: string): readonly Column<SettlementRow>[] => [
	rowNumberColumn,
	{
		heading: "Reference",
		width: 210,
		card: "title",
		text: ({ line }) => line.reference,
		cell: ({ line: { reference, transactionId } }) =>
			transactionId === null ? (
				reference || "No reference"
			) : (
				<TextLink to={`${transactions}/${transactionId}`}>{reference}</TextLink>
			),
	},
	{ heading: "Day", width: 170, card: "line", muted: true, text: ({ line }) => (line.day ? formatDay(line.day) : "") },
	{ ...amount, heading: "Amount", text: ({ line }) => formatMoney(line.amount, line.currency) },
	{ ...amount, heading: "Fee", width: 110, text: ({ line }) => formatMoney(line.fee, line.currency) },
	{ heading: "Result", width: 190, card: "line", cell: ({ outcome }) => <RowOutcome outcome={outcome} state={null} /> },
	{ ...reasonColumn, text: ({ reason }) => reason ?? "" },
];

interface FileProps {
	found: SettlementFile;
	here: string;
}

/** What the page says of a file, and what can be done with it. */
const summaryOf = ({ status, counts }: SettlementFile) => {
	const { matched = 0, not_successful: unpaid = 0, already_imported: known = 0, wrong = 0 } = counts;
	const odd = (counts.amount_differs ?? 0) + (counts.unknown_reference ?? 0) + unpaid;
	const kept = matched + odd;
	const left = [
		...(known > 0 ? [`, ${formatCount(known, "was", "were")} imported before`] : []),
		...(wrong > 0 ? [`, ${formatCount(wrong, "has an error and is", "have errors and are")} left out`] : []),
	];
	const checked = formatCount(
		...([unpaid, "payment that is not successful here is", "payments that are not successful here are"] as const),
	);
	const matches = `${formatCount(matched, "line matches", "lines match")} a payment, ${formatCount(odd, "does", "do")} not`;
	const imported = `${formatCount(kept, "line was", "lines were")} imported: ${formatCount(matched, "matches", "match")} a payment.`;
	return {
		ready:
			status === "ready"
				? `${matches}${left.join("")}.${unpaid > 0 ? ` ${checked} checked with the platform.` : ""}`
				: undefined,
		done: status === "added" ? imported : undefined,
		kept,
		unmatched: status === "ready" || status === "added" ? odd + wrong : 0,
	};
};

/** Says what can be kept, and keeps it. */
const Ready = ({ found, here, error }: FileProps & { error: string | undefined }) => {
	const { idempotencyKey, mayAdd } = useLoaderData<typeof loader>();
	const isAwaiting = useIsAwaiting();
	const { ready, kept } = summaryOf(found);
	return (
		<SignedInForm method="post" id={addForm} className="grid grid-cols-1 gap-3">
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{error && (
				<Callout tone="danger" role="alert">
					{error}
				</Callout>
			)}
			<p>{ready}</p>
			<div className="flex flex-wrap gap-2.5">
				{kept > 0 && mayAdd && (
					<Button variant="primary" pending={isAwaiting}>
						Import {formatCount(kept, "line")}
					</Button>
				)}
				<FailedRows found={found} here={here} />
				{mayAdd && (
					<LinkButton to={`${here}/discard`} preventScrollReset>
						Discard
					</LinkButton>
				)}
			</div>
		</SignedInForm>
	);
};

/** Says what was kept, and gives back the rows that match no payment. */
const Done = ({ found, here, days }: FileProps & { days: string }) => (
	<div className="grid grid-cols-1 gap-3">
		<Callout tone="success">{summaryOf(found).done}</Callout>
		<div className="flex flex-wrap gap-2.5">
			<LinkButton to={days}>Show the days</LinkButton>
			<FailedRows found={found} here={here} />
		</div>
	</div>
);

const downloadUnmatched = "Download rows without a match";

const FailedRows = ({ found, here }: FileProps) =>
	summaryOf(found).unmatched > 0 && (
		<LinkButton to={`${here}/failed-rows`} icon={FileDown} reloadDocument>
			{downloadUnmatched}
		</LinkButton>
	);
