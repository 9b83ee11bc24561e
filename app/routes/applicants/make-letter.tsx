import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { readProblem } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { fullName } from "#app/format/names";
import { LetterTemplateField } from "#app/routes/applicants/letter-template-field";
import { readSheetSearch } from "#app/routes/applicants/list-address";
import { MakeLetterForm } from "#app/routes/applicants/make-letter-form";
import { PdfFrame } from "#app/routes/applicants/pdf-frame";
import { useKeptKey } from "#app/routes/applicants/use-kept-key";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { makeLetter, previewLetter } from "#worker/services/applicants/letters.contract";
import { listTemplates } from "#worker/services/templates/contract";

const permissions = ["candidate:u"] as const;

/** The document templates in use, and whether a letter can be made from the chosen one. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireUser(args, permissions);
	const { api } = args.context;
	const params = { id: args.params.applicantId ?? "" };
	const templateId = new URL(args.request.url).searchParams.get("template") ?? "";
	const [applicant, templates, drawn] = await Promise.all([
		args.context.applicant(params.id),
		api.call(listTemplates, { query: { type: "document", size: "100" } }),
		templateId === "" ? null : api.send(previewLetter, { params, query: { templateId } }),
	]);
	return json({
		applicant: orThrow(applicant),
		templates: orThrow(templates).data.filter(({ active }) => active),
		templateId,
		error: drawn && (await errorOf(drawn)),
		preview: `/${orgName}/applicants/${params.id}/letter-preview?template=${encodeURIComponent(templateId)}`,
		idempotencyKey: crypto.randomUUID(),
	});
};

const errorOf = async (drawn: Response | { error: string }): Promise<string | null> => {
	if (!(drawn instanceof Response)) return drawn.error;
	if (!drawn.ok) return (await readProblem(drawn)).error;
	await drawn.body?.cancel();
	return null;
};

/** Makes the letter, or says beside the template why not. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args, permissions);
	const { api, session } = args.context;
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: MakeLetterForm });
	if (submission.status !== "success") return json({ error: "Choose a template" }, { status: 422 });
	const { templateId, idempotencyKey } = submission.value;
	const params = { id: args.params.applicantId ?? "" };
	const made = await api.call(makeLetter, { params, body: { templateId } }, { idempotencyKey });
	if (!made.ok) {
		if (made.problem.status === 404) orThrow(made);
		return json({ error: made.problem.error }, { status: httpStatus(made.problem) });
	}
	session.flash({ kind: "success", message: `${made.value.templateName} was made` });
	const search = readSheetSearch(new URL(args.request.url).searchParams);
	return redirect(`/${orgName}/applicants/${params.id}/letter/${made.value.id}${search}`);
};

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const shouldRevalidate = unlessUnanswered;

const formId = "make-letter";

/** Make offer letter: a template, what comes out of it, and the button that keeps it (§2 Offer Letter). */
const MakeLetter = () => {
	const { applicant, templates, templateId, error, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const navigation = useNavigation();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const problem = answer?.error ?? error;
	return (
		<Dialog
			title="Make offer letter"
			description={`For ${fullName(applicant)}, who is at ${applicant.stage.name}`}
			closeTo={pathname.replace(/\/letter\/new$/, applicant.letter === null ? "" : "/letter") + readSheetSearch(params)}
			width={950}
			footer={
				templateId !== "" &&
				error === null && (
					<Button form={formId} variant="primary" pending={navigation.formMethod === "POST"}>
						Make offer letter
					</Button>
				)
			}
		>
			<div className="grid gap-4">
				<LetterTemplateField
					templates={templates}
					templateId={templateId}
					errors={problem ? [problem] : undefined}
					action={pathname}
					params={[...params]}
				/>
				<SignedInForm method="post" id={formId} className="hidden">
					<input type="hidden" name="templateId" value={templateId} />
					<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				</SignedInForm>
				{templateId !== "" && error === null && <PdfFrame src={preview} title="Preview of the letter" />}
			</div>
		</Dialog>
	);
};
export default MakeLetter;

export const ErrorBoundary = () => <ProblemPage />;
