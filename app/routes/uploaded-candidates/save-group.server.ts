import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	json,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { GroupForm } from "#app/routes/uploaded-candidates/group-form";
import { readSignedInForm } from "#app/session/read-form.server";
import type { Choice } from "#app/ui/form/choice";
import type { Result } from "#worker/contract/result";
import { searchApplications } from "#worker/services/applications/contract";
import type { CandidateGroup } from "#worker/services/uploaded-candidates/contract";

/** The applications that a group can be for, with the one that it is for. */
export const applicationChoices = async (
	{ api }: AppLoadContext,
	current: CandidateGroup["application"],
): Promise<Choice[]> => {
	const { data } = orThrow(await api.call(searchApplications, { query: { size: "100" } }));
	const listed = data.map(({ id, title }) => ({ value: id, label: title }));
	if (!current || listed.some(({ value }) => value === current.id)) return listed;
	return [{ value: current.id, label: current.title }, ...listed];
};

type Body = { name: string; applicationId: string | null };
type Save = (body: Body, idempotencyKey: string | undefined) => Promise<Result<CandidateGroup>>;

/** Saves the form of a group and goes to the group, or says beside its fields what is wrong. */
export const saveGroup = async (
	{ request, context, params }: ActionFunctionArgs,
	{ save, done }: { save: Save; done: string },
): Promise<TypedResponse<{ result: SubmissionResult }>> => {
	const submission = parseWithValibot(await readSignedInForm(request, context), { schema: GroupForm });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const { name, applicationId, idempotencyKey } = submission.value;
	const saved = await save({ name, applicationId: applicationId || null }, idempotencyKey);
	if (!saved.ok) {
		if (saved.problem.code === "candidate_group_unavailable") orThrow(saved);
		const result = replyWithProblem(submission, saved.problem);
		return json({ result }, { status: httpStatus(saved.problem) });
	}
	context.session.flash({ kind: "success", message: `${saved.value.name}: ${done}` });
	return redirect(`/${params.orgName}/manage-candidates/${saved.value.id}`);
};
