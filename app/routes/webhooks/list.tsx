import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigate } from "@remix-run/react";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { readListAddress } from "#app/records/list-address";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm } from "#app/records/search-form";
import { useSearchCommand } from "#app/records/use-search-command";
import { useSorting } from "#app/records/use-sorting";
import { WebhookStatus } from "#app/routes/webhooks/webhook-status";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { formatDate } from "#worker/contract/text/dates";
import { createWebhook, listWebhooks, type Webhook } from "#worker/services/webhooks/contract";

export const meta = titled("Webhooks");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listWebhooks);
	const { searchParams } = new URL(args.request.url);
	const { page, size, q, sort, query } = readListAddress<typeof listWebhooks>(searchParams);
	const { data, resultTotal: total } = orThrow(await api.call(listWebhooks, { query }));
	const here = `/${orgName}/webhooks`;
	return json({
		webhooks: data,
		q,
		sort,
		here,
		mayCreate: mayCall(user, createWebhook),
		pages: pagesOf(here, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ integrations: true });

const Webhooks = () => {
	const { webhooks, q, sort, here, mayCreate, pages } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const newTo = `${here}/new${useLocation().search}`;
	useSearchCommand();
	useWebhookCommands(newTo, mayCreate);
	const sorting = useSorting(here, sort ?? "name");
	const create = mayCreate && (
		<LinkButton to={newTo} icon={Plus} variant="primary" preventScrollReset>
			New webhook
		</LinkButton>
	);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				title="Webhooks"
				description="Addresses of your own programs that are notified at once of what happens here."
				actions={create}
			/>
			<SearchForm
				action={here}
				label="Search webhooks"
				placeholder="Name or address"
				typed={q}
				keep={sort ? [["sort", sort]] : []}
			/>
			<RecordTable
				label="Webhooks"
				columns={columnsOf(here, organisation.timeZone)}
				rows={webhooks}
				keyOf={({ id }) => id}
				pages={pages}
				sorting={sorting}
				empty={
					<EmptyState
						icon={WebhookIcon}
						title={q ? "No webhooks found" : "No webhooks yet"}
						action={q ? <LinkButton to={here}>Show all</LinkButton> : create}
					>
						{q
							? "Nothing matches the search."
							: "A webhook posts each event that you choose to an address, signed with a secret."}
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default Webhooks;

const columnsOf = (here: string, timeZone: string): readonly Column<Webhook>[] => [
	{
		heading: "Name",
		card: "title",
		sort: "name",
		text: ({ name }) => name,
		cell: ({ id, name }) => <RowLink to={`${here}/${id}`}>{name}</RowLink>,
	},
	{ heading: "Address", card: "line", muted: true, sort: "address", text: ({ url }) => url },
	{
		heading: "Events",
		width: 90,
		card: "hidden",
		numeric: true,
		muted: true,
		text: ({ events }) => `${events.length}`,
	},
	{
		heading: "Created",
		width: 184,
		card: "line",
		isNamedInCard: true,
		muted: true,
		sort: "created",
		text: ({ createdAt }) => formatDate(createdAt, timeZone),
	},
	{
		heading: "Status",
		width: 150,
		card: "aside",
		sort: "status",
		cell: (webhook) => <WebhookStatus webhook={webhook} />,
	},
];

const useWebhookCommands = (newTo: string, mayCreate: boolean): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const creation = { id: "new-webhook", title: "New webhook", group: "List", icon: Plus } as const;
		const run = () => navigate(newTo, { preventScrollReset: true });
		return mayCreate ? [{ ...creation, keywords: "create event integration address", run }] : [];
	}, [newTo, mayCreate, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
