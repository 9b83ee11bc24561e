import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { HistoryLink } from "#app/records/history-link";
import { readMeanwhile } from "#app/records/meanwhile";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { ReasonFields, Tick } from "#app/routes/reasons/reason-fields";
import { ReasonForm } from "#app/routes/reasons/reason-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { deleteReason, getReason, Reason, updateReason } from "#worker/services/reasons/contract";

export const meta = titledOver("Reason");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, user, api } = await requireAccess(args, getReason);
	const reason = orThrow(await api.call(getReason, { params: { id: args.params.reasonId ?? "" } }));
	return json({
		reason,
		closeTo: `/${orgName}/reasons`,
		mayChange: mayCall(user, updateReason),
		mayDelete: mayCall(user, deleteReason),
	});
};

const { text: ReasonText, isPrivate: Private, active: Active } = Reason.entries;
const Current = v.object({ text: ReasonText, isPrivate: Private, active: Active });

const typedOf = (form: FormData) => ({
	text: String(form.get("text") ?? ""),
	isPrivate: form.has("isPrivate"),
	active: form.has("active"),
});

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateReason);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.reasonId ?? "" };
	const typed = typedOf(form);
	const submission = parseWithValibot(form, { schema: ReasonForm });
	if (submission.status !== "success")
		return json({ typed, errors: submission.error?.text ?? [], error: null, meanwhile: null }, { status: 422 });
	const { text, isPrivate, active, version } = submission.value;
	const updated = await api.call(updateReason, {
		params,
		body: { text, isPrivate: Boolean(isPrivate), active: Boolean(active), version },
	});
	if (updated.ok) {
		session.flash({ kind: "success", message: `“${updated.value.text}” was saved` });
		return redirect(`/${orgName}/reasons`);
	}
	const errors = updated.problem.fields?.text ?? [];
	const error = errors.length > 0 ? null : updated.problem.error;
	const meanwhile = readMeanwhile(updated.problem, Current);
	return json({ typed, errors, error, meanwhile }, { status: httpStatus(updated.problem) });
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: typedOf(form),
	errors: [],
	error,
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ reasons: true });

const valuesOf = ({ text, isPrivate, active }: v.InferOutput<typeof Current>) => [
	["Reason", text] as const,
	["Private", isPrivate ? "Yes" : "No"] as const,
	["Offered for comments", active ? "Yes" : "No"] as const,
];

const formId = "reason";

const ReasonDialog = () => {
	const { reason, closeTo, mayChange, mayDelete } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isAwaiting = useIsAwaiting();
	const { text, isPrivate, active } = answer?.typed ?? reason;
	return (
		<Dialog
			title="Reason"
			description={`Used for ${formatCount(reason.applicants, "applicant")}`}
			closeTo={closeTo}
			footer={
				<>
					<HistoryLink to={`${closeTo}/${reason.id}/history`} />
					{mayDelete && reason.applicants === 0 && (
						<LinkButton to={`${closeTo}/${reason.id}/delete`} icon={Trash2} replace preventScrollReset>
							Delete reason
						</LinkButton>
					)}
					{mayChange && (
						<Button form={formId} variant="primary" pending={isAwaiting}>
							Save
						</Button>
					)}
				</>
			}
		>
			<SignedInForm id={formId} className="grid gap-4">
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				<SavedMeanwhile
					version={reason.version}
					meanwhile={answer?.meanwhile ? { ...answer.meanwhile, values: valuesOf(answer.meanwhile.current) } : null}
				/>
				<fieldset disabled={!mayChange} className="contents">
					<ReasonFields text={text} isPrivate={isPrivate} errors={answer?.errors} autoFocusInDialog>
						<Tick name="active" isTicked={active}>
							Offered for comments
						</Tick>
					</ReasonFields>
				</fieldset>
			</SignedInForm>
		</Dialog>
	);
};
export default ReasonDialog;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
