import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readProblem } from "#app/api/read-problem";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { ChoiceForm } from "#app/list/bulk/bulk-choice";
import { idempotencyKey } from "#app/list/idempotency-key";
import { readSheetSearch } from "#app/list/list-address";
import { mergedMeanwhile } from "#app/list/sheet/merged-meanwhile.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { SelectField } from "#app/ui/form/select-field";
import { PdfFrame } from "#app/ui/pdf-frame";
import { LetterRequest, makeLetter, previewLetter } from "#worker/services/letters/contract";
import { listTemplates } from "#worker/services/templates/contract";

export const loader = (args: LoaderFunctionArgs) => loadLetterTemplates(args);

export const action = (args: ActionFunctionArgs) => makeOfferLetter(args);

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const formId = "make-letter";

/** Make offer letter: a template, its preview, and the button that stores the letter (§2 Offer Letter). */
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
				<ChoiceForm own={["template"]} button={templateId === "" ? "Preview" : "Review again"}>
					<SelectField
						name="template"
						label="Template"
						className="min-w-0 flex-1"
						description={templates.length === 0 ? "There is no document template in use." : undefined}
						placeholder="Choose a template"
						defaultValue={templateId}
						required
						errors={problem ? [problem] : undefined}
						autoFocusInDialog={templateId === ""}
						options={templates.map(({ id, name }) => ({ value: id, label: name }))}
					/>
				</ChoiceForm>
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

/** The dialog's form: the service's input as a form sends it. */
const MakeLetterForm = v.object({
	templateId: LetterRequest.entries.templateId,
	idempotencyKey,
});

/** Loads the active document templates, and checks that the chosen one makes a letter. */
const loadLetterTemplates = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, previewLetter);
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

/** Makes the letter, or responds with the error of the template. */
const makeOfferLetter = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, makeLetter);
	const submission = parseWithValibot(await readSignedInForm(args.request, args.context), { schema: MakeLetterForm });
	if (submission.status !== "success") return json({ error: "Choose a template" }, { status: 422 });
	const { templateId, idempotencyKey } = submission.value;
	const params = { id: args.params.applicantId ?? "" };
	const made = await api.call(makeLetter, { params, body: { templateId } }, { idempotencyKey });
	if (!made.ok) {
		const merged = made.problem.status === 404 ? await mergedMeanwhile(args.context, params.id) : null;
		if (merged !== null) return json({ error: merged }, { status: 409 });
		if (made.problem.status === 404) orThrow(made);
		return json({ error: made.problem.error }, { status: httpStatus(made.problem) });
	}
	session.flash({ kind: "success", message: `${made.value.templateName} was made` });
	const search = readSheetSearch(new URL(args.request.url).searchParams);
	return redirect(`/${orgName}/applicants/${params.id}/letter/${made.value.id}${search}`);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
