import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Plus, ShieldCheck } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatCount, formatNumber } from "#app/format/numbers";
import { readListAddress } from "#app/records/list-address";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { useSearchCommand } from "#app/records/use-search-command";
import { useSorting } from "#app/records/use-sorting";
import { StaffTabs } from "#app/routes/users/staff-tabs";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { createRole, type ListedRole, listRoles } from "#worker/services/users/contract";

export const meta = titled("Roles");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listRoles);
	const { searchParams } = new URL(args.request.url);
	const { page, size, q, sort, query } = readListAddress<typeof listRoles>(searchParams);
	const found = orThrow(await api.call(listRoles, { query }));
	return json({
		rows: found.data,
		q,
		sort,
		mayAdd: mayCall(user, createRole),
		pages: pagesOf(`/${orgName}/users/roles`, searchParams, { page, size, total: found.resultTotal }),
	});
};

export const { handle, shouldRevalidate } = shows({ users: true });

const Roles = () => {
	const { rows, q, sort, mayAdd, pages } = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const { search } = useLocation();
	useSearchCommand();
	const here = `/${orgName}/users/roles`;
	const sorting = useSorting(here, sort ?? "name");
	const create = mayAdd && (
		<LinkButton to={`${here}/new${search}`} icon={Plus} variant="primary" preventScrollReset>
			New role
		</LinkButton>
	);
	const columns: readonly Column<ListedRole>[] = [
		{
			heading: "Name",
			card: "title",
			sort: "name",
			text: ({ name }) => name,
			cell: ({ id, name }) => (
				<RowLink to={`${here}/${id}${search}`} preventScrollReset>
					{name}
				</RowLink>
			),
		},
		{
			heading: "Grants",
			card: "line",
			muted: true,
			width: 180,
			text: ({ privileges }) => formatCount(privileges.length, "privilege"),
		},
		{
			heading: "Users",
			card: "aside",
			numeric: true,
			width: 120,
			sort: "holders",
			cell: ({ holders }) => formatNumber(holders),
		},
	];
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader title="Roles" description="What the users who hold a role may do." actions={create} />
			<StaffTabs current="roles" />
			<SearchForm
				action={here}
				label="Search roles"
				placeholder="Name of a role"
				typed={q}
				keep={sort ? [["sort", sort]] : []}
			/>
			<RecordTable
				label="Roles"
				columns={columns}
				rows={rows}
				keyOf={({ id }) => id}
				pages={pages}
				sorting={sorting}
				empty={
					<EmptyState
						icon={ShieldCheck}
						title={q ? "No roles found" : "No roles yet"}
						action={q ? <LinkButton to={here}>Show all</LinkButton> : create}
					>
						{q ? "Nothing matches the search." : "A role says what the users who hold it may do."}
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default Roles;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
