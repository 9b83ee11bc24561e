import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import { nameIn } from "#app/routes/uploaded-candidates/name-in";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { getCandidate, removeCandidate } from "#worker/services/uploaded-candidates/candidate.contract";

export const meta = titledOver("Remove candidate");

const readOne = async ({ context, params }: Pick<LoaderFunctionArgs, "context" | "params">) => {
	const of = { id: params.groupId ?? "", candidateId: params.candidateId ?? "" };
	return orThrow(await context.api.call(getCandidate, { params: of }));
};

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, removeCandidate);
	const { data, applicantId } = await readOne(args);
	const closeTo = `/${orgName}/manage-candidates/${args.params.groupId}${new URL(args.request.url).search}`;
	return json({ name: nameIn(data), number: data.examNumber ?? "", hasApplied: applicantId !== null, closeTo });
};

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, removeCandidate);
	await readSignedInForm(args.request, args.context);
	const { id, data } = await readOne(args);
	const groupId = args.params.groupId ?? "";
	const removed = await api.call(removeCandidate, { params: { id: groupId, candidateId: id } });
	if (!removed.ok && removed.problem.status === 404) orThrow(removed);
	if (!removed.ok) return json({ error: removed.problem.error }, { status: httpStatus(removed.problem) });
	session.flash({ kind: "success", message: `${nameIn(data)} was removed` });
	return redirect(`/${orgName}/manage-candidates/${groupId}${new URL(args.request.url).search}`);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ candidates: ({ params }) => params.groupId });

const RemoveCandidate = () => {
	const { name, number, hasApplied, closeTo } = useLoaderData<typeof loader>();
	return (
		<ConfirmDialog
			title={`Remove ${name}?`}
			submitLabel="Remove candidate"
			closeTo={closeTo}
			error={useActionData<typeof action>()?.error}
		>
			{number} is taken off this list, and only an upload brings it back.
			{hasApplied && " The application that they have sent stays as it is."}
		</ConfirmDialog>
	);
};
export default RemoveCandidate;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
