import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileUp } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { ImportStatus } from "#app/records/import/import-status";
import { type Column, RecordTable } from "#app/records/record-table";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { platformName } from "#worker/contract/payment-platforms";
import { formatDateTime } from "#worker/contract/text/dates";
import { importSettlements, listSettlements, type SettlementFile } from "#worker/services/settlements/files.contract";

export const meta = titled("Settlement files");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listSettlements);
	const { searchParams } = new URL(args.request.url);
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listSettlements, { query }));
	const here = `/${orgName}/transactions/settlements`;
	return json({
		files: data,
		here,
		pages: pagesOf(here, searchParams, { page, size, total }),
		mayImport: mayCall(user, importSettlements),
		transactions: `/${orgName}/transactions`,
	});
};

export const { handle, shouldRevalidate } = shows({ payments: true });

/** Every settlement file that was uploaded, and its result. */
const Files = () => {
	const { files, here, pages, mayImport, transactions } = useLoaderData<typeof loader>();
	const { timeZone } = useShell().organisation;
	const upload = mayImport && (
		<LinkButton to={`${here}/new`} icon={FileUp} variant="primary" preventScrollReset>
			Import settlement file
		</LinkButton>
	);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Settlement files"
				description="What platforms say they settled, matched with the payments."
				back={{ to: `${transactions}/days`, label: "Daily close" }}
				actions={upload}
			/>
			<RecordTable
				label="Settlement files"
				columns={columnsOf(here, timeZone)}
				rows={files}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState icon={FileUp} title="No settlement files yet" action={upload}>
						Download one from the platform's dashboard, and import it here.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default Files;

const number = { card: "line", numeric: true, className: "tabular-nums" } as const;
const line = { card: "line", muted: true } as const;

const columnsOf = (here: string, timeZone: string): readonly Column<SettlementFile>[] => [
	{
		heading: "File",
		card: "title",
		text: ({ name }) => name,
		cell: ({ id, name }) => <RowLink to={`${here}/${id}`}>{name}</RowLink>,
	},
	{ ...line, heading: "Platform", width: 120, text: ({ platform }) => platformName(platform) },
	{ heading: "Status", width: 160, card: "aside", cell: ({ status }) => <ImportStatus status={status} /> },
	{ ...number, heading: "Rows", width: 80, cell: ({ rows }) => formatNumber(rows) },
	{ ...number, heading: "Matched", width: 100, cell: ({ counts }) => formatNumber(counts.matched ?? 0) },
	{ ...number, heading: "Not matched", width: 120, cell: ({ counts }) => formatNumber(unmatchedOf(counts)) },
	{ ...line, heading: "By", width: 160, text: ({ createdByName }) => createdByName },
	{
		...line,
		heading: "When",
		width: 230,
		className: "tabular-nums",
		text: (one) => formatDateTime(one.createdAt, timeZone),
	},
];

/** Rows that match no payment, and those that cannot be read. */
const unmatchedOf = (counts: SettlementFile["counts"]): number =>
	["amount_differs", "unknown_reference", "not_successful", "wrong"].reduce((all, one) => all + (counts[one] ?? 0), 0);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
