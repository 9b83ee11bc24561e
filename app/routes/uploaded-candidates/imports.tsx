import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileDown } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { ImportStatus } from "#app/records/import/import-status";
import { type Column, RecordTable } from "#app/records/record-table";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { RowLink } from "#app/ui/table";
import { formatDateTime } from "#worker/contract/text/dates";
import { type CandidateImport, listImports } from "#worker/services/uploaded-candidates/imports.contract";

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, listImports);
	const { searchParams } = new URL(args.request.url);
	const params = { id: args.params.groupId ?? "" };
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await args.context.api.call(listImports, { params, query }));
	const here = `/${orgName}/manage-candidates/${params.id}/imports`;
	return json({ imports: data, here, pages: pagesOf(here, searchParams, { page, size, total }) });
};

export const { handle, shouldRevalidate } = shows({ candidates: true });

const Imports = () => {
	const { imports, here, pages } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const columns: Column<CandidateImport>[] = [
		{
			...{ heading: "File", card: "title", text: ({ name }) => name },
			cell: ({ id, name }) => <RowLink to={`${here}/${id}`}>{name}</RowLink>,
		},
		{ heading: "Status", width: 170, card: "aside", cell: ({ status }) => <ImportStatus status={status} /> },
		{ ...hidden, heading: "Rows", width: 100, cell: ({ rows }) => formatNumber(rows) },
		{ ...hidden, heading: "Imported", width: 110, cell: ({ counts }) => formatNumber(counts.added ?? 0) },
		{ ...line, heading: "By", width: 180, text: ({ createdByName }) => createdByName },
		{
			...line,
			heading: "When",
			width: 230,
			className: "tabular-nums",
			cell: (one) => formatDateTime(one.createdAt, organisation.timeZone),
		},
	];
	return (
		<RecordTable
			label="Imports"
			columns={columns}
			rows={imports}
			keyOf={({ id }) => id}
			pages={pages}
			empty={
				<EmptyState icon={FileDown} title="No imports yet">
					Every uploaded list and its result.
				</EmptyState>
			}
		/>
	);
};

const hidden = { card: "hidden", numeric: true, className: "tabular-nums" } as const;
const line = { card: "line", muted: true } as const;
export default Imports;

export const ErrorBoundary = () => <ProblemPage />;
