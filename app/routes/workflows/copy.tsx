import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { copyWorkflow, getWorkflow } from "#worker/services/workflows/contract";

export const meta = titledOver("Copy workflow");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, copyWorkflow);
	const { id, name } = orThrow(await api.call(getWorkflow, { params: { id: args.params.recordId ?? "" } }));
	return json({ closeTo: `/${orgName}/workflow/${id}`, from: name, idempotencyKey: crypto.randomUUID() });
};

const CopyForm = v.object({ name: copyWorkflow.body.entries.name, idempotencyKey });

/** Creates a workflow like this one, and opens it. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, copyWorkflow);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: CopyForm });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const { name, idempotencyKey } = submission.value;
	const params = { id: args.params.recordId ?? "" };
	const created = await api.call(copyWorkflow, { params, body: { name } }, { idempotencyKey });
	if (!created.ok)
		return json({ result: replyWithProblem(submission, created.problem) }, { status: httpStatus(created.problem) });
	session.flash({ kind: "success", message: `“${created.value.name}” was created` });
	return redirect(`/${orgName}/workflow/${created.value.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: CopyForm }), problem),
}));

export const { handle, shouldRevalidate } = shows({});

const formId = "copy-workflow";

const CopyWorkflow = () => {
	const { closeTo, from, idempotencyKey } = useLoaderData<typeof loader>();
	const { result } = useKeptAnswer<typeof action>() ?? {};
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title="Copy workflow"
			closeTo={closeTo}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					Create workflow
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={result?.error?.[""] ?? null} />
				<p>The copy has all live stages of “{from}”, with their templates, files and rules.</p>
				<TextField
					name="name"
					label="Name"
					defaultValue={String(result?.initialValue?.name ?? `${from} (copy)`)}
					errors={result?.error?.name ?? null}
					maxLength={120}
					autoComplete="off"
					autoFocusInDialog
					required
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default CopyWorkflow;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
