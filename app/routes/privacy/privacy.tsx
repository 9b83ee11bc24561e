import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { UserCheck } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { type RemovedKind, removedKinds } from "#worker/contract/erasure";
import { formatDateTime } from "#worker/contract/text/dates";
import { type Erasure, listErasures } from "#worker/services/privacy/contract";

export const meta = titled("Privacy");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listErasures);
	const { searchParams } = new URL(args.request.url);
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listErasures, { query }));
	return json({ rows: data, pages: pagesOf(`/${orgName}/privacy`, searchParams, { page, size, total }) });
};

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** "1 form, 3 documents, 12 lines of the log". */
const removedInWords = ({ removed }: Pick<Erasure, "removed">): string =>
	(Object.keys(removedKinds) as RemovedKind[])
		.filter((kind) => removed[kind] > 0)
		.map((kind) => formatCount(removed[kind], ...removedKinds[kind]))
		.join(", ") || "The record";

const columnsOf = (timeZone: string): readonly Column<Erasure>[] => [
	{
		heading: "Application number",
		width: 165,
		card: "title",
		clipped: false,
		className: "wrap-anywhere",
		text: ({ applicationNumber }) => applicationNumber,
	},
	{ heading: "Application", width: 185, card: "line", text: ({ applicationTitle }) => applicationTitle },
	{
		heading: "Removed",
		card: "line",
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: (erasure) => (
			<>
				{removedInWords(erasure)}
				{erasure.hasFiles && <span className="block text-sm text-text-3">Files leave the store within minutes</span>}
			</>
		),
	},
	{
		heading: "Reason",
		width: 190,
		card: "line",
		muted: true,
		clipped: false,
		className: "wrap-anywhere lg:py-2",
		cell: ({ reason }) => reason,
	},
	{ heading: "By", width: 140, card: "line", muted: true, text: ({ by }) => by },
	{
		heading: "When",
		width: 235,
		card: "line",
		muted: true,
		className: "tabular-nums",
		text: ({ at }) => formatDateTime(at, timeZone),
	},
];

/** Who was erased, by number, and what was removed. */
const Privacy = () => {
	const { rows, pages } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const { timeZone } = organisation;
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Privacy"
				description="Erased applicants. Their payments and the counts of their application are kept; all else about them is gone."
			/>
			<Tabs
				label="Privacy"
				tabs={[
					{ to: `/${orgName}/privacy`, label: "Erased applicants", current: true },
					{ to: `/${orgName}/privacy/retention`, label: "Retention rules", current: false },
				]}
			/>
			<RecordTable
				label="Erased applicants"
				columns={columnsOf(timeZone)}
				rows={rows}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState icon={UserCheck} title="Nobody was erased">
						Open an applicant, or select several in the list, and choose Erase. To hand out what you hold about
						somebody, choose Download all data.
					</EmptyState>
				}
			/>
		</div>
	);
};
export default Privacy;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
