import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { readSheetSearch } from "#app/list/list-address";
import { answerChange, paramsOf, readOneReferee, readReferees } from "#app/routes/referees/change-referee.server";
import { RefereeReason, RemovedReferee } from "#app/routes/referees/referee-fields";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { problems } from "#worker/contract/problems";
import { removeReferee } from "#worker/services/referees/contract";

export const meta = titledOver("Remove referee");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, removeReferee);
	const referee = await readOneReferee(args);
	const refused = referee.isSubmitted ? problems.reference_received.message : null;
	return json({ referee, refused, idempotencyKey: crypto.randomUUID() });
};

/** Removes the referee, or returns why not. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, removeReferee);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: RemovedReferee });
	if (submission.status !== "success") return json({ result: submission.reply() }, { status: 422 });
	const { idempotencyKey, ...body } = submission.value;
	// why perhaps none: the form is sent again when the response to the first time was lost.
	const { name = "The referee" } = (await readReferees(args)).data.find(({ id }) => id === args.params.refereeId) ?? {};
	const changed = await api.call(removeReferee, { params: paramsOf(args), body }, { idempotencyKey });
	const hasTab = (await readReferees(args)).resultTotal > 0;
	return answerChange({ ...args, orgName }, submission, { changed, message: `${name} was removed`, hasTab });
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: RemovedReferee }), problem),
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Asks before a referee who has not answered is removed; the reason is logged. */
const RemoveReferee = () => {
	const { referee, refused, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const navigation = useNavigation();
	const key = useKeptKey(idempotencyKey, answer);
	const [form, fields] = useForm({
		id: "remove-referee",
		lastResult: answer?.result,
		defaultValue: { reason: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: RemovedReferee }),
	});
	return (
		<Dialog
			title="Remove referee"
			description={`${referee.name} · ${referee.email}`}
			closeTo={pathname.replace(/\/[^/]+\/remove$/, "") + readSheetSearch(params)}
			cancel
			footer={
				refused === null && (
					<Button
						form={form.id}
						variant="danger"
						icon={Trash2}
						pending={navigation.state !== "idle" && navigation.formAction?.startsWith(pathname) === true}
					>
						Remove referee
					</Button>
				)
			}
		>
			{refused !== null ? (
				<Callout tone="warning">{refused}</Callout>
			) : (
				<SignedInForm method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
					<input type="hidden" name="idempotencyKey" value={key} />
					<FormErrors errors={errorsElsewhere(form.allErrors, Object.keys(fields))} />
					<p>The link they were sent ends at once. They are not told.</p>
					<RefereeReason field={fields.reason} autoFocusInDialog />
				</SignedInForm>
			)}
		</Dialog>
	);
};
export default RemoveReferee;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
