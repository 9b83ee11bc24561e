import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { useSeen } from "#app/list/sheet/use-seen";
import {
	answerChange,
	paramsOf,
	readAskedWhen,
	readOneReferee,
	seenPhoneIn,
} from "#app/routes/referees/change-referee.server";
import { RefereeDialog } from "#app/routes/referees/referee-dialog";
import { CorrectedReferee, RefereeFields, RefereeReason, SeenReferee } from "#app/routes/referees/referee-fields";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
import { problems } from "#worker/contract/problems";
import { correctReferee } from "#worker/services/referees/contract";

export const meta = titledOver("Correct referee");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, correctReferee);
	const [referee, askedWhen] = await Promise.all([readOneReferee(args), readAskedWhen(args)]);
	const refused = referee.isSubmitted ? problems.reference_received.message : null;
	return json({ referee, askedWhen, refused, idempotencyKey: crypto.randomUUID() });
};

/** Corrects the referee, or returns the errors and what was typed. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, correctReferee);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: CorrectedReferee });
	if (submission.status !== "success") return json({ result: submission.reply(), seen: null }, { status: 422 });
	const { idempotencyKey, ...typed } = submission.value;
	const body = { ...typed, ...seenPhoneIn(form) };
	const changed = await api.call(correctReferee, { params: paramsOf(args), body }, { idempotencyKey });
	const movesMail = body.seenEmail?.toLowerCase() !== body.email.toLowerCase();
	const isAsked = changed.ok && movesMail && changed.value.invitedAt === null;
	const message = isAsked
		? `${body.name} is asked at ${body.email} ${await readAskedWhen(args)}`
		: `${body.name} was corrected`;
	return answerChange({ ...args, orgName }, submission, { changed, message });
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: CorrectedReferee }), problem),
	seen: null,
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Corrects a referee who has not answered; the reason is logged. */
const CorrectReferee = () => {
	const { referee, askedWhen, refused, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const seen = useSeen(referee, answer?.seen ?? undefined);
	const { name, email, phone } = seen;
	const [form, fields] = useForm({
		id: "correct-referee",
		lastResult: answer?.result,
		defaultValue: { name, email, phone, reason: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: CorrectedReferee }),
	});
	return (
		<RefereeDialog
			title="Correct referee"
			description={`${name} · ${email}`}
			leaves={/\/[^/]+$/}
			form={form}
			fields={["name", "email", "phone", "reason"]}
			idempotencyKey={key}
			refusal={refused !== null && <Callout tone="warning">{refused}</Callout>}
			look={{ variant: "primary" }}
		>
			<SeenReferee {...seen} />
			<RefereeFields
				fields={fields}
				mailNote={`At another address, the link they have ends at once, and a new one is sent there ${askedWhen}.`}
			/>
			<RefereeReason field={fields.reason} />
		</RefereeDialog>
	);
};
export default CorrectReferee;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
