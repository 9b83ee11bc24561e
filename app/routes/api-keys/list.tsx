import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { KeyRound, Plus } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { readListAddress } from "#app/records/list-address";
import { describePrivileges } from "#app/records/privilege-matrix";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { useSearchCommand } from "#app/records/use-search-command";
import { useSorting } from "#app/records/use-sorting";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
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
import { type ApiKey, createApiKey, listApiKeys } from "#worker/services/api-keys/contract";

export const meta = titled("API keys");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listApiKeys);
	const { searchParams } = new URL(args.request.url);
	const { page, size, q, sort, query } = readListAddress<typeof listApiKeys>(searchParams);
	const { data, resultTotal: total } = orThrow(await api.call(listApiKeys, { query }));
	const here = `/${orgName}/api-keys`;
	return json({
		keys: data,
		q,
		sort,
		here,
		mayCreate: mayCall(user, createApiKey),
		pages: pagesOf(here, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ integrations: true });

const ApiKeys = () => {
	const { keys, q, sort, here, mayCreate, pages } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const { search } = useLocation();
	const newTo = `${here}/new${search}`;
	useSearchCommand();
	useKeyCommands(newTo, mayCreate);
	const sorting = useSorting(here, sort ?? "name");
	const create = mayCreate && (
		<LinkButton to={newTo} icon={Plus} variant="primary" preventScrollReset>
			New API key
		</LinkButton>
	);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="API keys"
				description={
					<>
						Programs of yours that read or change applicants sign in with a key. How they do is in the{" "}
						<a href="/api/docs" className="underline underline-offset-3">
							API documentation
						</a>
						.
					</>
				}
				actions={create}
			/>
			<SearchForm
				action={here}
				label="Search API keys"
				placeholder="Name or last four characters"
				typed={q}
				keep={sort ? [["sort", sort]] : []}
			/>
			<RecordTable
				label="API keys"
				columns={columnsOf((id) => `${here}/${id}${search}`, organisation)}
				rows={keys}
				keyOf={({ id }) => id}
				pages={pages}
				sorting={sorting}
				empty={
					<EmptyState
						icon={KeyRound}
						title={q ? "No API keys found" : "No API keys yet"}
						action={q ? <LinkButton to={here}>Show all</LinkButton> : create}
					>
						{q ? "Nothing matches the search." : "Create one for each program, with no more privileges than it needs."}
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default ApiKeys;

type Organisation = Pick<ReturnType<typeof useShell>["organisation"], "timeZone" | "aliases">;

const columnsOf = (toKey: (id: string) => string, { timeZone, aliases }: Organisation): readonly Column<ApiKey>[] => [
	{
		heading: "Name",
		card: "title",
		sort: "name",
		text: ({ name }) => name,
		cell: ({ id, name, revokedAt }) => (
			<>
				<RowLink to={toKey(id)} preventScrollReset>
					{name}
				</RowLink>
				{revokedAt !== null && <Badge className="ml-2">Revoked</Badge>}
			</>
		),
	},
	{ heading: "Key", width: 90, card: "hidden", muted: true, className: "font-mono", text: ({ hint }) => `…${hint}` },
	{
		heading: "Privileges",
		card: "line",
		muted: true,
		text: ({ privileges }) => describePrivileges(privileges, aliases.course).join("; "),
	},
	{
		heading: "Created",
		width: 270,
		card: "line",
		isNamedInCard: true,
		muted: true,
		sort: "created",
		text: ({ createdBy, createdAt }) => `${formatDate(createdAt, timeZone)}, ${createdBy}`,
	},
	{
		heading: "Last used",
		width: 230,
		card: "line",
		isNamedInCard: true,
		muted: true,
		sort: "used",
		text: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : formatDateTime(lastUsedAt, timeZone)),
	},
];

const useKeyCommands = (newTo: string, mayCreate: boolean): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const creation = { id: "new-api-key", title: "New API key", group: "List", icon: Plus } as const;
		const run = () => navigate(newTo, { preventScrollReset: true });
		return mayCreate ? [{ ...creation, keywords: "create token program integration", run }] : [];
	}, [newTo, mayCreate, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
