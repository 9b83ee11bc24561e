import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { saidAs } from "#app/api/said-as.server";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { ApplicationField } from "#app/list/application-field";
import { findApplications } from "#app/list/find-applications.server";
import { type Meanwhile, readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { problem } from "#worker/contract/problems";
import {
	CandidateGroup,
	createGroup,
	GroupDetails,
	getGroup,
	updateGroup,
} from "#worker/services/uploaded-candidates/contract";

const GroupForm = v.object({
	name: GroupDetails.entries.name,
	applicationId: v.optional(v.string()),
	version: seenVersion,
	idempotencyKey: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page and try again."))),
});

export const meta = titledOver("New candidate group");

/** Loads the group to edit, or nothing for a new one, and the applications that it can be for, by title if one is asked for. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { groupId: id } = args.params;
	const { orgName } = await requireAccess(args, id ? updateGroup : createGroup);
	const { api } = args.context;
	const group = id ? orThrow(await api.call(getGroup, { params: { id } })) : undefined;
	const { searchParams } = new URL(args.request.url);
	const found = await findApplications(api, searchParams);
	const application = group?.application;
	const isListed = searchParams.has("title") || !application || found.some(({ value }) => value === application.id);
	return json({
		isNew: !group,
		name: group?.name ?? "",
		applicationId: application?.id ?? "",
		version: group?.version ?? null,
		choices: [...(isListed ? [] : [{ value: application.id, label: application.title }]), ...found],
		closeTo: id ? `/${orgName}/manage-candidates/${id}` : `/${orgName}/uploaded-candidates`,
		idempotencyKey: crypto.randomUUID(),
	});
};

const { name: GroupName, application: GroupApplication } = CandidateGroup.entries;
const Current = v.object({ name: GroupName, application: GroupApplication });

interface Refused {
	result: SubmissionResult;
	meanwhile: Meanwhile<v.InferOutput<typeof Current>> | null;
}

/** Creates or changes the group and opens it (§7 POST /candidate-groups, PUT /candidate-groups/{id}). */
export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Refused>> => {
	const { groupId: id } = args.params;
	const { orgName } = await requireAccess(args, id ? updateGroup : createGroup);
	const { api, session } = args.context;
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: GroupForm });
	if (submission.status !== "success") return json({ result: submission.reply(), meanwhile: null }, { status: 422 });
	const { name, applicationId, version, idempotencyKey } = submission.value;
	const body = { name, applicationId: applicationId || null };
	const saved = id
		? await api.call(updateGroup, { params: { id }, body: { ...body, version } })
		: await api.call(createGroup, { body }, { idempotencyKey });
	if (!saved.ok) {
		if (saved.problem.code === "candidate_group_unavailable") orThrow(saved);
		const said = saidAs(
			saved.problem,
			problem(id ? "candidate_group_not_updated" : "candidate_group_not_created").error,
		);
		const result = replyWithProblem(submission, said);
		return json({ result, meanwhile: readMeanwhile(saved.problem, Current) }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `${saved.value.name}: ${id ? "saved" : "created"}` });
	return redirect(`/${orgName}/manage-candidates/${saved.value.id}`);
};

/** Sends the form from its dialog, which keeps the typed values when no response comes (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: GroupForm }), problem),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ candidates: ({ params }) => params.groupId });

const formId = "candidate-group";

const valuesOf = ({ name, application }: v.InferOutput<typeof Current>) => [
	["Name", name] as const,
	["Application", application?.title ?? "None yet"] as const,
];

const SaveGroup = () => {
	const { isNew, name, applicationId, version, choices, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const { result, meanwhile = null } = answer ?? {};
	const isAwaiting = useIsAwaiting();
	const { pathname } = useLocation();
	const { formErrors, errorsOf, typed } = serverAnswer(result);
	return (
		<Dialog
			title={isNew ? "New candidate group" : "Edit candidate group"}
			closeTo={closeTo}
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					{isNew ? "Create group" : "Save"}
				</Button>
			}
		>
			<SignedInForm method="post" id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={key} />
				<FormErrors errors={formErrors} />
				{version !== null && (
					<SavedMeanwhile
						version={version}
						meanwhile={meanwhile && { ...meanwhile, values: valuesOf(meanwhile.current) }}
					/>
				)}
				<TextField
					name="name"
					label="Name"
					required
					maxLength={120}
					autoFocusInDialog
					defaultValue={result ? typed("name") : name}
					errors={errorsOf("name")}
				/>
				<ApplicationField
					description="The group shows how many of its candidates have applied to this application."
					choices={choices}
					routeId={`routes/uploaded-candidates/${isNew ? "new" : "edit"}-group`}
					findPath={pathname}
					placeholder="None yet"
					defaultValue={result ? typed("applicationId") : applicationId}
					errors={errorsOf("applicationId")}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default SaveGroup;

export const ErrorBoundary = () => <ProblemPage />;
