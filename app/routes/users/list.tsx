import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Plus, UserCog } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
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
import { Badge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { formatDate, formatDateTime } from "#worker/contract/text/dates";
import { fullName } from "#worker/contract/text/full-name";
import { listRoles, listUsers, type UserRow } from "#worker/services/users/contract";
import { inviteUser } from "#worker/services/users/staff.contract";

export const meta = titled("Users");

/** Loads a page of the staff (§2 /users). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listUsers);
	const { searchParams } = new URL(args.request.url);
	const { page, size, q, sort, query } = readListAddress<typeof listUsers>(searchParams);
	const roleId = searchParams.get("roleId") || undefined;
	const blocked = (["true", "false"] as const).find((one) => one === searchParams.get("blocked"));
	const [found, roles] = await Promise.all([
		api.call(listUsers, { query: { ...query, roleId, blocked } }).then(orThrow),
		api.call(listRoles, {}).then(orThrow),
	]);
	return json({
		rows: found.data,
		q,
		sort,
		roleId,
		blocked,
		mayInvite: mayCall(user, inviteUser),
		roles: roles.data.map(({ id, name }) => ({ value: id, label: name })),
		pages: pagesOf(`/${orgName}/users`, searchParams, { page, size, total: found.resultTotal }),
	});
};

export const { handle, shouldRevalidate } = shows({ users: true });

const states = [
	{ value: "false", label: "Not blocked" },
	{ value: "true", label: "Blocked" },
];

const Users = () => {
	const { rows, q, sort, roleId, blocked, roles, mayInvite, pages } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	const { search } = useLocation();
	useSearchCommand();
	const here = `/${orgName}/users`;
	const sorting = useSorting(here, sort ?? "name");
	const isNarrow = q !== "" || roleId !== undefined || blocked !== undefined;
	const invite = mayInvite && (
		<LinkButton to={`${here}/new${search}`} icon={Plus} variant="primary" preventScrollReset>
			Invite user
		</LinkButton>
	);
	const columns: readonly Column<UserRow>[] = [
		{
			heading: "Name",
			card: "title",
			sort: "name",
			text: nameOf,
			cell: (user) => (
				<>
					<RowLink to={`${here}/${user.id}${search}`} preventScrollReset>
						{nameOf(user)}
					</RowLink>
					{user.blocked && (
						<Badge colour="red" className="ml-2">
							Blocked
						</Badge>
					)}
					{!user.blocked && !user.isConfirmed && <Badge className="ml-2">Invited</Badge>}
				</>
			),
		},
		{ heading: "Email", card: "line", muted: true, sort: "email", text: ({ email }) => email },
		{ heading: "Roles", card: "line", muted: true, text: rolesOf },
		{
			heading: "Last login",
			card: "line",
			isNamedInCard: true,
			muted: true,
			width: 184,
			sort: "login",
			text: ({ lastLoginAt }) => (lastLoginAt === null ? "Never" : formatDateTime(lastLoginAt, organisation.timeZone)),
			cell: ({ lastLoginAt }) => (lastLoginAt === null ? "Never" : formatDate(lastLoginAt, organisation.timeZone)),
		},
		{
			heading: "Joined",
			card: "line",
			isNamedInCard: true,
			muted: true,
			width: 184,
			sort: "created",
			text: ({ createdAt }) => formatDate(createdAt, organisation.timeZone),
		},
	];
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader title="Users" description="Staff who log in here, and what each may do." actions={invite} />
			<StaffTabs current="users" />
			<SearchForm
				action={here}
				label="Search users"
				placeholder="Name or email address"
				typed={q}
				keep={sort ? [["sort", sort]] : []}
				filters={[
					{ name: "roleId", label: "Role", options: roles, chosen: roleId },
					{ name: "blocked", label: "State", options: states, chosen: blocked },
				]}
			/>
			<RecordTable
				label="Users"
				columns={columns}
				rows={rows}
				keyOf={({ id }) => id}
				pages={pages}
				sorting={sorting}
				empty={
					<EmptyState
						icon={UserCog}
						title="No users found"
						action={isNarrow ? <LinkButton to={here}>Show all</LinkButton> : invite}
					>
						Nobody matches the search.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default Users;

const nameOf = ({ firstName, lastName }: Pick<UserRow, "firstName" | "lastName">): string =>
	fullName({ firstName, middleName: null, lastName });

const rolesOf = ({ adminRoles }: UserRow): string =>
	adminRoles
		.map(({ role, adminLevelItem }) => (adminLevelItem ? `${role.name} (${adminLevelItem.name})` : role.name))
		.join(", ") || "No role";

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
