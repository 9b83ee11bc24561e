import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileDown } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatDateTime } from "#app/format/dates";
import { formatNumber } from "#app/format/numbers";
import { ImportStatus } from "#app/routes/uploaded-candidates/import-status";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { Pagination } from "#app/ui/page/pagination";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import { listImports } from "#worker/services/uploaded-candidates/imports.contract";

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
	return (
		<Card>
			{imports.length === 0 ? (
				<EmptyState icon={FileDown} title="No imports yet">
					Every uploaded list and its result.
				</EmptyState>
			) : (
				<>
					<Table label="Imports">
						<TableHead>
							<Th>File</Th>
							<Th width={170}>Status</Th>
							<Th width={100} numeric>
								Rows
							</Th>
							<Th width={110} numeric>
								Imported
							</Th>
							<Th width={180}>By</Th>
							<Th width={230}>When</Th>
						</TableHead>
						<TableBody>
							{imports.map((one) => (
								<Tr key={one.id}>
									<Td card="title" title={one.name}>
										<RowLink to={`${here}/${one.id}`}>{one.name}</RowLink>
									</Td>
									<Td card="aside">
										<ImportStatus status={one.status} />
									</Td>
									<Td card="hidden" numeric className="tabular-nums">
										{formatNumber(one.rows)}
									</Td>
									<Td card="hidden" numeric className="tabular-nums">
										{formatNumber(one.counts.added ?? 0)}
									</Td>
									<Td card="line" muted title={one.createdByName}>
										{one.createdByName}
									</Td>
									<Td card="line" muted className="tabular-nums">
										{formatDateTime(one.createdAt, organisation.timeZone)}
									</Td>
								</Tr>
							))}
						</TableBody>
					</Table>
					<Pagination {...pages} />
				</>
			)}
		</Card>
	);
};
export default Imports;

export const ErrorBoundary = () => <ProblemPage />;
