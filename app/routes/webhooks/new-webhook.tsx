import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type TypedResponse } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { listOf } from "#app/records/record.server";
import { ShownSecret } from "#app/records/shown-secret";
import { offeredEvents } from "#app/routes/webhooks/offered-events.server";
import { WebhookInputs } from "#app/routes/webhooks/webhook-fields";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { createWebhook, WebhookFields } from "#worker/services/webhooks/contract";

export const meta = titledOver("New webhook");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user } = await requireAccess(args, createWebhook);
	const list = { path: "webhooks" };
	return json({ offered: offeredEvents(user), closeTo: listOf(args, list), list: `/${orgName}/${list.path}` });
};

const WebhookForm = v.object(WebhookFields);

interface Answer {
	result: SubmissionResult | null;
	events: string[];
	/** The secret, this once. */
	created: { id: string; name: string; secret: string } | null;
}

const eventsIn = (form: FormData): string[] => form.getAll("events").map(String);

/** Registers the webhook and returns its secret. why no redirect: see the API key. */
export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Answer>> => {
	const { api } = await requireAccess(args, createWebhook);
	const form = await readSignedInForm(args.request, args.context);
	const events = eventsIn(form);
	const submission = parseWithValibot(form, { schema: WebhookForm });
	if (submission.status !== "success")
		return json({ result: submission.reply(), events, created: null }, { status: 422 });
	const created = await api.call(createWebhook, { body: submission.value });
	if (!created.ok) {
		const result = replyWithProblem(submission, created.problem);
		return json({ result, events, created: null }, { status: httpStatus(created.problem) });
	}
	const { id, name, secret } = created.value;
	return json({ result: null, events, created: { id, name, secret } }, { status: 201 });
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: WebhookForm }), problem),
	events: eventsIn(form),
	created: null,
}));

export const { handle, shouldRevalidate } = shows({ integrations: true });

const formId = "webhook";

const NewWebhook = () => {
	const { offered, closeTo, list } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isSending = useIsSendingHere();
	if (answer?.created)
		return (
			<Dialog
				title={`Secret of ${answer.created.name}`}
				closeTo={closeTo}
				footer={
					<LinkButton to={`${list}/${answer.created.id}`} variant="primary">
						Done
					</LinkButton>
				}
			>
				<div className="grid gap-4">
					<Callout tone="warning" role="status">
						Copy the secret now. Your program checks by it that an event comes from here; it cannot be shown again.
					</Callout>
					<ShownSecret label="Secret" secret={answer.created.secret} />
				</div>
			</Dialog>
		);
	return (
		<Dialog
			title="New webhook"
			closeTo={closeTo}
			width={600}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isSending}>
					Create webhook
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<WebhookInputs result={answer?.result} name="" url="" events={answer?.events ?? []} offered={offered} />
			</SignedInForm>
		</Dialog>
	);
};
export default NewWebhook;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
