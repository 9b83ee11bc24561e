import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { History, KeyRound, Pencil, RotateCw, Send, Trash2 } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Column, RecordTable } from "#app/records/record-table";
import { DeliveryStatus, WebhookStatus } from "#app/routes/webhooks/webhook-status";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { formatDateTime } from "#worker/contract/text/dates";
import {
	type Delivery,
	deleteWebhook,
	getWebhook,
	listDeliveries,
	resendDelivery,
	updateWebhook,
} from "#worker/services/webhooks/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.webhook.name ?? "Webhook"} · Matricula` },
];

const paramsOf = ({ webhookId = "" }: LoaderFunctionArgs["params"]) => ({ id: webhookId });

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, getWebhook);
	const { searchParams } = new URL(args.request.url);
	const params = paramsOf(args.params);
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const [webhook, deliveries] = await Promise.all([
		api.call(getWebhook, { params }).then(orThrow),
		api.call(listDeliveries, { params, query }).then(orThrow),
	]);
	const list = `/${orgName}/webhooks`;
	const here = `${list}/${webhook.id}`;
	return json({
		webhook,
		deliveries: deliveries.data,
		list,
		here,
		mayChange: mayCall(user, updateWebhook),
		mayDelete: mayCall(user, deleteWebhook),
		pages: pagesOf(here, searchParams, { page, size, total: deliveries.resultTotal }),
		idempotencyKey: crypto.randomUUID(),
	});
};

const ResendForm = v.object({
	deliveryId: v.string(),
	idempotencyKey: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
});

/** Sends a delivery again. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, updateWebhook);
	const form = await readSignedInForm(args.request, args.context);
	const params = paramsOf(args.params);
	const asked = v.safeParse(ResendForm, {
		deliveryId: fieldText(form.get("deliveryId")),
		idempotencyKey: fieldText(form.get("idempotencyKey")),
	});
	if (!asked.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { deliveryId, idempotencyKey } = asked.output;
	const resent = await api.call(
		resendDelivery,
		{ params: { ...params, deliveryId } },
		{ idempotencyKey: `${idempotencyKey}-${deliveryId}`.slice(0, 64) },
	);
	if (!resent.ok) return json({ error: resent.problem.error }, { status: httpStatus(resent.problem) });
	session.flash({ kind: "success", message: "The event is being sent again" });
	return json({ error: null });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ integrations: true });

const WebhookPage = () => {
	const { webhook, deliveries, list, here, mayChange, mayDelete, pages, idempotencyKey } =
		useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { organisation } = useShell();
	const at = (moment: number) => formatDateTime(moment, organisation.timeZone);
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: list, label: "Webhooks" }}
				title={webhook.name}
				context={<WebhookStatus webhook={webhook} />}
				actions={
					<>
						<LinkButton to={`${here}/history`} icon={History} variant="ghost" preventScrollReset>
							History
						</LinkButton>
						{mayDelete && (
							<LinkButton to={`${here}/delete`} icon={Trash2} preventScrollReset>
								Delete
							</LinkButton>
						)}
						{mayChange && (
							<>
								<LinkButton to={`${here}/secret`} icon={KeyRound} preventScrollReset>
									Replace the secret
								</LinkButton>
								<LinkButton to={`${here}/edit`} icon={Pencil} variant="primary" preventScrollReset>
									Edit
								</LinkButton>
							</>
						)}
					</>
				}
			/>
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{answer.error}
				</Callout>
			)}
			{webhook.disabledAt !== null && (
				<Callout tone="danger">
					It was switched off on {at(webhook.disabledAt)}, because every attempt had failed for three days. Once the
					address answers, edit it to send events again.
				</Callout>
			)}
			<DescriptionList columns={1}>
				<DescriptionItem label="Address">{webhook.url}</DescriptionItem>
				<DescriptionItem label="Events" stacks>
					{webhook.events.join(", ")}
				</DescriptionItem>
				<DescriptionItem label="Created">
					{at(webhook.createdAt)}, by {webhook.createdBy}
				</DescriptionItem>
			</DescriptionList>
			<h2 className="text-lg">Deliveries</h2>
			<RecordTable
				label="Deliveries"
				columns={columnsOf({ at, idempotencyKey, mayResend: mayChange && webhook.active })}
				rows={deliveries}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState icon={Send} title="Nothing was sent in the last 30 days">
						Each event is shown here with what the address answered.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</div>
	);
};
export default WebhookPage;

interface Shown {
	at(moment: number): string;
	idempotencyKey: string;
	mayResend: boolean;
}

const columnsOf = ({ at, idempotencyKey, mayResend }: Shown): readonly Column<Delivery>[] => [
	{ heading: "Event", card: "title", text: ({ eventType }) => eventType },
	{ heading: "Status", width: 110, card: "aside", cell: ({ status }) => <DeliveryStatus status={status} /> },
	{ heading: "Attempts", width: 96, card: "hidden", numeric: true, text: ({ attempts }) => `${attempts}` },
	{
		heading: "Last answer",
		card: "line",
		muted: true,
		text: ({ answerStatus, answer }) => [answerStatus, answer].filter((part) => part !== null).join(" "),
	},
	{
		heading: "Sent",
		width: 260,
		card: "line",
		muted: true,
		text: ({ attemptedAt, dueAt }) =>
			dueAt !== null && attemptedAt !== null
				? `Again ${at(dueAt)}`
				: attemptedAt === null
					? "Not yet"
					: at(attemptedAt),
	},
	...(mayResend ? [resending(idempotencyKey)] : []),
];

const resending = (idempotencyKey: string): Column<Delivery> => ({
	heading: "Action",
	width: 130,
	card: "line",
	clipped: false,
	className: "max-lg:mt-1.5",
	cell: ({ id, status, eventType }) =>
		status !== "waiting" && (
			<SignedInForm preventScrollReset>
				<input type="hidden" name="deliveryId" value={id} />
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<Button size="small" icon={RotateCw} aria-label={`Send ${eventType} again`}>
					Send again
				</Button>
			</SignedInForm>
		),
});

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
