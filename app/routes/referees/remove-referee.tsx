import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { useSeen } from "#app/list/sheet/use-seen";
import {
	answerChange,
	paramsOf,
	readOneReferee,
	readReferees,
	seenPhoneIn,
} from "#app/routes/referees/change-referee.server";
import { RefereeDialog } from "#app/routes/referees/referee-dialog";
import { RefereeReason, RemovedReferee, SeenReferee } from "#app/routes/referees/referee-fields";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
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
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: RemovedReferee });
	if (submission.status !== "success") return json({ result: submission.reply(), seen: null }, { status: 422 });
	const { idempotencyKey, ...typed } = submission.value;
	const body = { ...typed, ...seenPhoneIn(form) };
	// why perhaps none: the form is sent again when the response to the first time was lost.
	const { name = "The referee" } = (await readReferees(args)).data.find(({ id }) => id === args.params.refereeId) ?? {};
	const changed = await api.call(removeReferee, { params: paramsOf(args), body }, { idempotencyKey });
	const hasTab = (await readReferees(args)).resultTotal > 0;
	return answerChange({ ...args, orgName }, submission, { changed, message: `${name} was removed`, hasTab });
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: RemovedReferee }), problem),
	seen: null,
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Asks before a referee who has not answered is removed; the reason is logged. */
const RemoveReferee = () => {
	const { referee, refused, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const seen = useSeen(referee, answer?.seen ?? undefined);
	const [form, fields] = useForm({
		id: "remove-referee",
		lastResult: answer?.result,
		defaultValue: { reason: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: RemovedReferee }),
	});
	return (
		<RefereeDialog
			title="Remove referee"
			description={`${seen.name} · ${seen.email}`}
			leaves={/\/[^/]+\/remove$/}
			form={form}
			fields={["reason"]}
			idempotencyKey={key}
			refusal={refused !== null && <Callout tone="warning">{refused}</Callout>}
			look={{ variant: "danger", icon: Trash2 }}
		>
			<SeenReferee {...seen} />
			<p>The link they were sent ends at once. They are not notified.</p>
			<RefereeReason field={fields.reason} autoFocusInDialog />
		</RefereeDialog>
	);
};
export default RemoveReferee;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
