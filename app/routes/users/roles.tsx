import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Plus, ShieldCheck } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatCount, formatNumber } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { StaffTabs } from "#app/routes/users/staff-tabs";
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
import { createRole, type ListedRole, listRoles } from "#worker/services/users/contract";

export const meta = titled("Roles");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listRoles);
	const { searchParams } = new URL(args.request.url);
	const { page, size } = readPage(searchParams);
	const found = orThrow(await api.call(listRoles, { query: { page: String(page), size: String(size) } }));
	return json({
		rows: found.data,
		mayAdd: mayCall(user, createRole),
		pages: pagesOf(`/${orgName}/users/roles`, searchParams, { page, size, total: found.resultTotal }),
	});
};

export const { handle, shouldRevalidate } = shows({ users: true });

const Roles = () => {
	const { rows, mayAdd, pages } = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const here = `/${orgName}/users/roles`;
	const create = mayAdd && (
		<LinkButton to={`${here}/new`} icon={Plus} variant="primary" preventScrollReset>
			New role
		</LinkButton>
	);
	const columns: readonly Column<ListedRole>[] = [
		{
			heading: "Name",
			card: "title",
			text: ({ name }) => name,
			cell: ({ id, name }) => (
				<RowLink to={`${here}/${id}`} preventScrollReset>
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
		{ heading: "Users", card: "aside", numeric: true, width: 120, cell: ({ holders }) => formatNumber(holders) },
	];
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader title="Roles" description="What the users who hold a role may do." actions={create} />
			<StaffTabs current="roles" />
			<RecordTable
				label="Roles"
				columns={columns}
				rows={rows}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState icon={ShieldCheck} title="No roles yet" action={create}>
						A role says what the users who hold it may do.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default Roles;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
