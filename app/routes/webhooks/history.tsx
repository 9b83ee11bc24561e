import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory } from "#app/records/record.server";
import { RecordHistory } from "#app/records/record-history";
import type { RecordField } from "#app/records/screen";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { getWebhook, listWebhookChanges, type Webhook } from "#worker/services/webhooks/contract";

export const meta = titledOver("History");

export const loader = ({ params, ...args }: LoaderFunctionArgs) =>
	openHistory(
		{ ...args, params: { ...params, recordId: params.webhookId } },
		{ find: getWebhook, history: listWebhookChanges },
		{ path: "webhooks", page: { path: "webhooks", create: "webhooks/new" } },
	);

export const { handle, shouldRevalidate } = shows({ integrations: true });

const fields: readonly RecordField[] = [
	{ name: "name", label: "Name" },
	{ name: "url", label: "Address" },
	{ name: "events", label: "Events", as: "list", entries: (events) => events as string[] },
	{ name: "active", label: "Sends events", as: "flag" },
];

const screen = { nameOf: ({ name }: Webhook) => name, fields };

const WebhookHistory = () => <RecordHistory screen={screen} />;
export default WebhookHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
