import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { unlessUnanswered } from "#app/api/unanswered";
import { GroupDialog } from "#app/routes/uploaded-candidates/group-dialog";
import { GroupForm } from "#app/routes/uploaded-candidates/group-form";
import { applicationChoices, saveGroup } from "#app/routes/uploaded-candidates/save-group.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { createGroup } from "#worker/services/uploaded-candidates/contract";

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, createGroup);
	const choices = await applicationChoices(args.context, null);
	return json({ choices, closeTo: `/${orgName}/uploaded-candidates`, idempotencyKey: crypto.randomUUID() });
};

/** Creates the group and opens it (§7 POST /candidate-groups). */
export const action = async (args: ActionFunctionArgs) => {
	await requireAccess(args, createGroup);
	const { api } = args.context;
	return saveGroup(args, {
		save: (body, idempotencyKey) => api.call(createGroup, { body }, { idempotencyKey }),
		done: "created",
	});
};

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: GroupForm }), problem),
}));

export const shouldRevalidate = unlessUnanswered;

const NewGroup = () => {
	const data = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	return (
		<GroupDialog
			{...data}
			title="New candidate group"
			submitLabel="Create group"
			name=""
			applicationId=""
			result={result}
		/>
	);
};
export default NewGroup;

export const ErrorBoundary = () => <ProblemPage />;
