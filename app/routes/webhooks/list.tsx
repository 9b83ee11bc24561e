import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useMemo } from "react";
import { orThrow } from "#app/api/problem-response";
import { type Column, RecordTable } from "#app/records/record-table";
import { WebhookStatus } from "#app/routes/webhooks/webhook-status";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { type Command, useCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink } from "#app/ui/table";
import { createWebhook, listWebhooks, type Webhook } from "#worker/services/webhooks/contract";

export const meta = titled("Webhooks");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, listWebhooks);
	const { searchParams } = new URL(args.request.url);
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listWebhooks, { query }));
	const here = `/${orgName}/webhooks`;
	return json({
		webhooks: data,
		here,
		mayCreate: mayCall(user, createWebhook),
		pages: pagesOf(here, searchParams, { page, size, total }),
	});
};

export const { handle, shouldRevalidate } = shows({ integrations: true });

const Webhooks = () => {
	const { webhooks, here, mayCreate, pages } = useLoaderData<typeof loader>();
	useWebhookCommands(here, mayCreate);
	const create = mayCreate && (
		<LinkButton to={`${here}/new`} icon={Plus} variant="primary" preventScrollReset>
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
			<RecordTable
				label="Webhooks"
				columns={columnsOf(here)}
				rows={webhooks}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState icon={WebhookIcon} title="No webhooks yet" action={create}>
						A webhook posts each event that you choose to an address, signed with a secret.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default Webhooks;

const columnsOf = (here: string): readonly Column<Webhook>[] => [
	{
		heading: "Name",
		card: "title",
		text: ({ name }) => name,
		cell: ({ id, name }) => <RowLink to={`${here}/${id}`}>{name}</RowLink>,
	},
	{ heading: "Address", card: "line", muted: true, text: ({ url }) => url },
	{
		heading: "Events",
		width: 90,
		card: "hidden",
		numeric: true,
		muted: true,
		text: ({ events }) => `${events.length}`,
	},
	{ heading: "Status", width: 150, card: "aside", cell: (webhook) => <WebhookStatus webhook={webhook} /> },
];

const useWebhookCommands = (here: string, mayCreate: boolean): void => {
	const navigate = useNavigate();
	const commands = useMemo<Command[]>(() => {
		const creation = { id: "new-webhook", title: "New webhook", group: "List", icon: Plus } as const;
		const run = () => navigate(`${here}/new`, { preventScrollReset: true });
		return mayCreate ? [{ ...creation, keywords: "create event integration address", run }] : [];
	}, [here, mayCreate, navigate]);
	useCommands(commands);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
