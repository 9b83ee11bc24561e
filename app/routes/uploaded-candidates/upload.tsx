import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Upload } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/routes/uploaded-candidates/import-request";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { fileInputClass } from "#app/ui/form-fields/file-answer";
import { maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import { startImport } from "#worker/services/uploaded-candidates/imports.contract";

export const meta = titledOver("Upload candidates");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, startImport);
	const closeTo = `/${orgName}/manage-candidates/${args.params.groupId ?? ""}`;
	return json({ closeTo, idempotencyKey: crypto.randomUUID() });
};

const refused = (file: string, status = 422) => json({ file, form: "" }, { status });

/** Uploads a list and opens its import, or says beside the field what is wrong. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireAccess(args, startImport);
	const { form, refused: leftOut } = await readSignedInAnswers(args.request, args.context);
	const tooLarge = leftOut.get("file");
	if (tooLarge !== undefined) return refused(tooLarge, 413);
	const file = form.get("file");
	if (!(file instanceof File) || file.name === "") return refused("Choose a file");
	const params = { id: args.params.groupId ?? "" };
	const idempotencyKey = idempotencyKeyIn(form);
	const body = { data: { name: file.name.slice(0, 200) }, files: [{ part: "file", file }] };
	const started = await args.context.api.call(startImport, { params, body }, { idempotencyKey });
	if (!started.ok) {
		if (started.problem.status === 404) orThrow(started);
		const [text] = started.problem.fields?.file ?? [];
		const status = httpStatus(started.problem);
		return text === undefined ? json({ file: "", form: started.problem.error }, { status }) : refused(text, status);
	}
	return redirect(`/${orgName}/manage-candidates/${params.id}/imports/${started.value.id}`);
};

/** Sends the form from its dialog, which stays when no response comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ file: "", form: error }));

export const { handle, shouldRevalidate } = shows({ candidates: true });

const formId = "upload-list";

const UploadList = () => {
	const { closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const navigation = useNavigation();
	return (
		<Dialog
			title="Upload a list"
			description="You see its rows before anything is added."
			closeTo={closeTo}
			footer={
				<Button form={formId} variant="primary" icon={Upload} pending={navigation.formMethod === "POST"}>
					Upload
				</Button>
			}
		>
			<SignedInForm method="post" encType="multipart/form-data" id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={answer?.form ? [answer.form] : null} />
				<Field
					name="file"
					label="List"
					required
					autoFocusInDialog
					errors={answer?.file ? [answer.file] : null}
					description={`An Excel workbook (.xlsx) or a CSV file with a heading, at most ${megabytes(maxFileBytes)} and 100,000 rows: JAMB number, names, sex, state, LGA, UTME score, subjects, course, phone, email.`}
				>
					{(wiring) => <input {...wiring} type="file" accept=".xlsx,.csv,.tsv,.txt" className={fileInputClass} />}
				</Field>
			</SignedInForm>
		</Dialog>
	);
};
export default UploadList;

export const ErrorBoundary = () => <ProblemPage />;
