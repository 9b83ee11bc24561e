import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { idIn } from "#app/routes/templates/of-address.server";
import { pageOf } from "#app/routes/templates/screen";
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
import { copyTemplate, getTemplate } from "#worker/services/templates/contract";

export const meta = titledOver("Copy template");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, copyTemplate);
	const { id, name } = orThrow(await api.call(getTemplate, { params: { id: idIn(args.request) } }));
	return json({ closeTo: pageOf(`/${orgName}`, id), from: name, idempotencyKey: crypto.randomUUID() });
};

const CopyForm = v.object({ name: copyTemplate.body.entries.name, idempotencyKey });

/** Creates a template like this one, and opens it. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, copyTemplate);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: CopyForm });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const { name, idempotencyKey } = submission.value;
	const params = { id: idIn(args.request) };
	const created = await api.call(copyTemplate, { params, body: { name } }, { idempotencyKey });
	if (!created.ok)
		return json({ result: replyWithProblem(submission, created.problem) }, { status: httpStatus(created.problem) });
	session.flash({ kind: "success", message: `“${created.value.name}” was created` });
	// why not in the address: the page would lead on to itself without it, and lose the toast.
	session.setTemplateMode("edit");
	return redirect(pageOf(`/${orgName}`, created.value.id));
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: CopyForm }), problem),
}));

export const { handle, shouldRevalidate } = shows({});

const formId = "copy-template";

const CopyTemplate = () => {
	const { closeTo, from, idempotencyKey } = useLoaderData<typeof loader>();
	const { result } = useKeptAnswer<typeof action>() ?? {};
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title="Copy template"
			closeTo={closeTo}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					Create template
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={result?.error?.[""] ?? null} />
				<p>The copy has the text of “{from}”. It is inactive until you activate it.</p>
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
export default CopyTemplate;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
