import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Meanwhile, readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { offeredEvents } from "#app/routes/webhooks/offered-events.server";
import { WebhookInputs } from "#app/routes/webhooks/webhook-fields";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { getWebhook, updateWebhook, Webhook, WebhookFields } from "#worker/services/webhooks/contract";

export const meta = titledOver("Edit webhook");

const paramsOf = ({ webhookId = "" }: LoaderFunctionArgs["params"]) => ({ id: webhookId });

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, updateWebhook);
	const webhook = orThrow(await api.call(getWebhook, { params: paramsOf(args.params) }));
	return json({
		webhook,
		offered: offeredEvents(user, webhook.events),
		closeTo: `/${orgName}/webhooks/${webhook.id}`,
	});
};

/** A webhook as its form sends it; an unticked box sends nothing. */
const WebhookForm = v.object({ ...WebhookFields, active: v.optional(v.string()), version: seenVersion });
const { name: Name, url: Url, events: Events, active: Active } = Webhook.entries;
const Current = v.object({ name: Name, url: Url, events: Events, active: Active });

interface Refused {
	result: SubmissionResult;
	events: string[];
	active: boolean;
	meanwhile: Meanwhile<v.InferOutput<typeof Current>> | null;
}

const boxesIn = (form: FormData) => ({ events: form.getAll("events").map(String), active: form.has("active") });

export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Refused>> => {
	const { orgName, api, session } = await requireAccess(args, updateWebhook);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: WebhookForm });
	if (submission.status !== "success")
		return json({ result: submission.reply(), ...boxesIn(form), meanwhile: null }, { status: 422 });
	const params = paramsOf(args.params);
	const { active, ...typed } = submission.value;
	const saved = await api.call(updateWebhook, { params, body: { ...typed, active: Boolean(active) } });
	if (!saved.ok) {
		const { problem } = saved;
		if (problem.status === 404) orThrow(saved);
		const refused = { result: replyWithProblem(submission, problem), meanwhile: readMeanwhile(problem, Current) };
		return json({ ...refused, ...boxesIn(form) }, { status: httpStatus(problem) });
	}
	session.flash({ kind: "success", message: `${saved.value.name} was saved` });
	return redirect(`/${orgName}/webhooks/${params.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: WebhookForm }), problem),
	...boxesIn(form),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ integrations: true });

const formId = "webhook";

const valuesOf = ({ name, url, events, active }: v.InferOutput<typeof Current>) => [
	["Name", name] as const,
	["Address", url] as const,
	["Events", events.join(", ")] as const,
	["Sends events", active ? "Yes" : "No"] as const,
];

const EditWebhook = () => {
	const { webhook, offered, closeTo } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isSending = useIsSendingHere();
	const { events, active } = answer ?? webhook;
	return (
		<Dialog
			title="Edit webhook"
			closeTo={closeTo}
			width={600}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isSending}>
					Save
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<SavedMeanwhile
					version={webhook.version}
					meanwhile={answer?.meanwhile ? { ...answer.meanwhile, values: valuesOf(answer.meanwhile.current) } : null}
				/>
				<WebhookInputs
					result={answer?.result}
					name={webhook.name}
					url={webhook.url}
					events={events}
					offered={offered}
				/>
				<label className="flex items-start gap-2.5">
					<input type="checkbox" name="active" value="on" defaultChecked={active} className="checkbox -mt-0.5!" />
					<span>Send events</span>
				</label>
			</SignedInForm>
		</Dialog>
	);
};
export default EditWebhook;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
