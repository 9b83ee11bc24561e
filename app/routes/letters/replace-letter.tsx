import { useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { FilePen } from "lucide-react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { answerUnreviewed, replyReview } from "#app/list/bulk/reviewed";
import { readSheetSearch } from "#app/list/list-address";
import { useSeen } from "#app/list/sheet/use-seen";
import { answerLetterChange, readLetterInForce } from "#app/routes/letters/change-letter.server";
import {
	LetterChangeForm,
	LetterReason,
	noLetterInForce,
	ReplacedLetter,
} from "#app/routes/letters/letter-change-form";
import { readLetterTemplates, reviewLetter, shownTemplate } from "#app/routes/letters/make-letter.server";
import { TemplateChoice } from "#app/routes/letters/template-choice";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { PdfFrame } from "#app/ui/pdf-frame";
import { formatDateTime } from "#worker/contract/text/dates";
import { replaceLetter } from "#worker/services/letters/contract";

export const meta = titledOver("Replace offer letter");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, replaceLetter);
	const letter = await readLetterInForce(args);
	const { templates, templateId, error, preview, idempotencyKey } = await readLetterTemplates(args, {
		preferred: letter?.templateName,
	});
	return json({ letter, templates, templateId, error, preview, idempotencyKey });
};

/** Replaces the letter that was seen, or returns why not. */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, replaceLetter);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: ReplacedLetter });
	const reviewed = () => reviewLetter(args, form);
	if (form.get("template") === "") {
		const result = submission.reply({ fieldErrors: { templateId: ["Choose a template"] } });
		return json({ result, seen: null, reviewed: null }, { status: 422 });
	}
	const unreviewed = answerUnreviewed(form, shownTemplate);
	if (unreviewed) {
		const { error, status } = unreviewed;
		const result = replyReview(submission.reply(), error);
		return json({ result, seen: null, reviewed: await reviewed() }, { status });
	}
	if (submission.status !== "success")
		return json({ result: submission.reply(), seen: null, reviewed: await reviewed() }, { status: 422 });
	const { letterId, idempotencyKey, ...body } = submission.value;
	const params = { id: args.params.applicantId ?? "", letterId };
	const changed = await api.call(replaceLetter, { params, body }, { idempotencyKey });
	return answerLetterChange(args, submission, {
		changed,
		reviewed,
		done: ({ id, templateName }) => ({ message: `${templateName} was made in its place`, path: `letter/${id}` }),
	});
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: ReplacedLetter }), problem),
	seen: null,
	reviewed: null,
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

/** Makes a letter in place of the one in force: a template, a reason, the preview, and the button (§2 Offer Letter). */
const ReplaceLetter = () => {
	const loaded = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const isSending = useIsSendingHere();
	const answer = useKeptAnswer<typeof action>();
	const { templates, templateId, error, preview } = answer?.reviewed ?? loaded;
	const key = useKeptKey(loaded.idempotencyKey, answer);
	const letter = useSeen(loaded.letter, answer?.seen?.letter);
	const [form, fields] = useForm({
		id: "replace-letter",
		lastResult: answer?.result,
		defaultValue: { reason: "" },
		onValidate: ({ formData }) => parseWithValibot(formData, { schema: ReplacedLetter }),
	});
	const isChosen = templateId !== "";
	const isReady = isChosen && error === null;
	const problem = fields.templateId.errors?.[0] ?? error;
	return (
		<Dialog
			title="Replace offer letter"
			description={
				letter ? `${letter.templateName} · ${formatDateTime(letter.createdAt, organisation.timeZone)}` : undefined
			}
			closeTo={pathname.replace(/\/replace$/, "") + readSheetSearch(params)}
			width={950}
			cancel
			footer={
				letter &&
				isReady && (
					<Button variant="primary" icon={FilePen} form={form.id} pending={isSending}>
						Replace letter
					</Button>
				)
			}
		>
			{letter ? (
				<div className="grid gap-4">
					<TemplateChoice templates={templates} templateId={templateId} problem={problem} formId={form.id} />
					{/* why also with a template of which no letter can be made: another one is chosen, and the typed reason stays. */}
					{isChosen && (
						<LetterChangeForm
							form={form}
							fields={["reason", "templateId"]}
							hidden={{ letterId: letter.id, templateId, idempotencyKey: key }}
						>
							<p>
								The new letter will be in force. Anyone who checks the code of the old one learns that it was replaced.
								The applicant is not notified.
							</p>
							<LetterReason field={fields.reason} autoFocusInDialog />
						</LetterChangeForm>
					)}
					{isReady && <PdfFrame src={preview} title="Preview of the letter" />}
				</div>
			) : (
				<Callout tone="warning">{noLetterInForce}</Callout>
			)}
		</Dialog>
	);
};
export default ReplaceLetter;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
