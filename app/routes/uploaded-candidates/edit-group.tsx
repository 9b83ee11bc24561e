import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { GroupDialog } from "#app/routes/uploaded-candidates/group-dialog";
import { GroupForm } from "#app/routes/uploaded-candidates/group-form";
import { applicationChoices, saveGroup } from "#app/routes/uploaded-candidates/save-group.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { getGroup, updateGroup } from "#worker/services/uploaded-candidates/contract";

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, updateGroup);
	const params = { id: args.params.groupId ?? "" };
	const { name, application } = orThrow(await args.context.api.call(getGroup, { params }));
	const choices = await applicationChoices(args.context, application);
	const closeTo = `/${orgName}/manage-candidates/${params.id}`;
	return json({ name, applicationId: application?.id ?? "", choices, closeTo });
};

/** Renames the group, or ties it to another application (§7 PUT /candidate-groups/{id}). */
export const action = async (args: ActionFunctionArgs) => {
	await requireAccess(args, updateGroup);
	const params = { id: args.params.groupId ?? "" };
	return saveGroup(args, {
		save: (body) => args.context.api.call(updateGroup, { params, body }),
		done: "saved",
	});
};

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: GroupForm }), problem),
}));

export const shouldRevalidate = unlessUnanswered;

const EditGroup = () => (
	<GroupDialog
		{...useLoaderData<typeof loader>()}
		title="Edit candidate group"
		submitLabel="Save"
		result={useActionData<typeof action>()?.result}
	/>
);
export default EditGroup;

export const ErrorBoundary = () => <ProblemPage />;
