import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { FileX } from "lucide-react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { readSheetSearch } from "#app/list/list-address";
import { useSeen } from "#app/list/sheet/use-seen";
import { answerLetterChange, readLetterInForce } from "#app/routes/letters/change-letter.server";
import {
	LetterChangeForm,
	LetterReason,
	noLetterInForce,
	WithdrawnLetter,
} from "#app/routes/letters/letter-change-form";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { formatDateTime } from "#worker/contract/text/dates";
import { withdrawLetter } from "#worker/services/letters/contract";

export const meta = titledOver("Withdraw offer letter");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, withdrawLetter);
	return json({ letter: await readLetterInForce(args), idempotencyKey: crypto.randomUUID() });
};

/** Withdraws the letter that was seen, or returns why not. */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, withdrawLetter);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: WithdrawnLetter });
	if (submission.status !== "success")
		return json({ result: submission.reply(), seen: null, reviewed: null }, { status: 422 });
	const { letterId, reason, idempotencyKey } = submission.value;
	const params = { id: args.params.applicantId ?? "", letterId };
	const changed = await api.call(withdrawLetter, { params, body: { reason } }, { idempotencyKey });
	return answerLetterChange(args, submission, {
		changed,
		done: ({ templateName }) => ({ message: `${templateName} was withdrawn`, path: "letter" }),
	});
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: WithdrawnLetter }), problem),
	seen: null,
	reviewed: null,
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Asks before the letter in force is withdrawn; the reason is logged. */
const WithdrawLetter = () => {
	const { idempotencyKey, ...loaded } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const isSending = useIsSendingHere();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const letter = useSeen(loaded.letter, answer?.seen?.letter);
	const [form, fields] = useForm({
		id: "withdraw-letter",
		lastResult: answer?.result,
		defaultValue: { reason: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: WithdrawnLetter }),
	});
	const made = letter && formatDateTime(letter.createdAt, organisation.timeZone);
	return (
		<Dialog
			title="Withdraw offer letter"
			description={letter ? `${letter.templateName} · ${made}` : undefined}
			closeTo={pathname.replace(/\/withdraw$/, "") + readSheetSearch(params)}
			cancel
			footer={
				letter && (
					<Button variant="danger" icon={FileX} form={form.id} pending={isSending}>
						Withdraw letter
					</Button>
				)
			}
		>
			{letter ? (
				<LetterChangeForm form={form} fields={["reason"]} hidden={{ letterId: letter.id, idempotencyKey: key }}>
					<p>
						It will no longer be in force: anyone who checks its code learns that it was withdrawn. It stays in the
						history. The applicant is not notified.
					</p>
					<LetterReason field={fields.reason} autoFocusInDialog />
				</LetterChangeForm>
			) : (
				<Callout tone="warning">{noLetterInForce}</Callout>
			)}
		</Dialog>
	);
};
export default WithdrawLetter;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
