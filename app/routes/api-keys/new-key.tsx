import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type TypedResponse } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { PrivilegeMatrix } from "#app/records/privilege-matrix";
import { listOf } from "#app/records/record.server";
import { ShownSecret } from "#app/records/shown-secret";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { ApiKeyFields, createApiKey } from "#worker/services/api-keys/contract";

export const meta = titledOver("New API key");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, createApiKey);
	return json({ held: user.privileges, closeTo: listOf(args, { path: "api-keys" }) });
};

const KeyForm = v.object(ApiKeyFields);

interface Answer {
	result: SubmissionResult | null;
	chosen: string[];
	/** The key, this once. */
	created: { name: string; key: string } | null;
}

const chosenIn = (form: FormData): string[] => form.getAll("privileges").map(String);

/** Creates the key and returns it. why no redirect: it is kept nowhere, not even until the next page. */
export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Answer>> => {
	const { api } = await requireAccess(args, createApiKey);
	const form = await readSignedInForm(args.request, args.context);
	const chosen = chosenIn(form);
	const submission = parseWithValibot(form, { schema: KeyForm });
	if (submission.status !== "success")
		return json({ result: submission.reply(), chosen, created: null }, { status: 422 });
	const created = await api.call(createApiKey, { body: submission.value });
	if (!created.ok) {
		const result = replyWithProblem(submission, created.problem);
		return json({ result, chosen, created: null }, { status: httpStatus(created.problem) });
	}
	const { name, key } = created.value;
	return json({ result: null, chosen, created: { name, key } }, { status: 201 });
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: KeyForm }), problem),
	chosen: chosenIn(form),
	created: null,
}));

export const { handle, shouldRevalidate } = shows({ integrations: true });

const formId = "api-key";

const NewKey = () => {
	const { closeTo } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isSending = useIsSendingHere();
	if (answer?.created)
		return (
			<Dialog
				title={`Key for ${answer.created.name}`}
				closeTo={closeTo}
				footer={
					<LinkButton to={closeTo} variant="primary" replace preventScrollReset>
						Done
					</LinkButton>
				}
			>
				<div className="grid gap-4">
					<Callout tone="warning" role="status">
						Copy the key now. It is not stored, and cannot be shown again.
					</Callout>
					<ShownSecret label="API key" secret={answer.created.key} />
				</div>
			</Dialog>
		);
	return (
		<Dialog
			title="New API key"
			description="A program that has the key can do what you choose here, in the name of the key."
			closeTo={closeTo}
			width={600}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isSending}>
					Create key
				</Button>
			}
		>
			<KeyFields answer={answer} />
		</Dialog>
	);
};
export default NewKey;

const KeyFields = ({ answer }: { answer: Answer | undefined }) => {
	const { held } = useLoaderData<typeof loader>();
	const { formErrors, errorsOf, typed } = serverAnswer(answer?.result);
	return (
		<SignedInForm id={formId} noValidate className="grid gap-4">
			<FormErrors errors={formErrors} />
			<TextField
				name="name"
				label="Name"
				description="The program that uses it, such as “Student records”. The logs show it."
				required
				maxLength={80}
				autoFocusInDialog
				autoComplete="off"
				defaultValue={typed("name")}
				errors={errorsOf("name")}
			/>
			<PrivilegeMatrix chosen={answer?.chosen ?? []} held={held} errors={errorsOf("privileges")} />
		</SignedInForm>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
