import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { seenVersion } from "#app/records/meanwhile";
import { showsRecords } from "#app/records/screen";
import { editDraft, loadDraft } from "#app/routes/workflows/edit-draft.server";
import { workflowScreen } from "#app/routes/workflows/screen";
import { mayEverywhere } from "#app/session/may-call";
import { requireOwnPage } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { useResetWhenSent } from "#app/ui/form/use-reset-when-sent";
import { fileInputClass } from "#app/ui/form-fields/file-answer";
import { acceptedDocuments, fileTooLarge, maxFileBytes, megabytes } from "#worker/contract/forms/accepted-files";
import { maxBodyBytes } from "#worker/contract/posted-form";
import { problem } from "#worker/contract/problems";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import {
	getWorkflow,
	maxStepFileBytes,
	maxStepFiles,
	stepFilePart,
	workflowRecord,
} from "#worker/services/workflows/contract";
import { attachToDraftStep, saveWorkflowDraft } from "#worker/services/workflows/drafts.contract";

export const meta = titledOver("Files of the stage");

/** Loads the files that go with the email of a stage: in the draft, for those who may change it. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, api, orgName } = await requireAccess(args, workflowRecord.history);
	const { recordId: id = "", stepId } = args.params;
	const maySave = mayEverywhere(user, saveWorkflowDraft);
	const { steps, version } = maySave
		? await loadDraft(api, args)
		: orThrow(await api.call(getWorkflow, { params: { id } }));
	const step = steps.find((one) => one.id === stepId);
	if (!step) throw problemResponse(problem("not_found"));
	const closeTo = `/${orgName}/workflow/${id}`;
	return json({
		name: step.name,
		version,
		closeTo,
		files: step.attachments.map((file) => ({ ...file, to: `${closeTo}/stages/${step.id}/files/${file.id}` })),
		maySave,
	});
};

interface Answer {
	/** Beside the file. */
	wrong: string | null;
	error: string | null;
}

const refused = (wrong: string, status: number) => json<Answer>({ wrong, error: null }, status);

/** Adds a file to the stage in the draft, or removes one. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, saveWorkflowDraft);
	// why of its own: a file that is too large is answered beside its field, and never read to its end.
	const posted = await args.context.readPostedForm(args.request, { maxMultipartBytes: maxFileBytes + maxBodyBytes });
	if (!posted.ok && posted.problem.status === 413) return refused(fileTooLarge, 413);
	if (!posted.ok) throw problemResponse(posted.problem);
	const form = new FormData();
	for (const { name, value } of posted.value) form.append(name, value);
	requireOwnPage(form, args.context);
	const seen = v.safeParse(seenVersion, form.get("version") ?? undefined);
	if (!seen.success) return refused("Reload the page and try again.", 422);
	const { recordId: id = "", stepId = "" } = args.params;
	const removed = form.get("remove");
	const file = form.get(stepFilePart);
	if (removed === null && (!(file instanceof File) || file.name === "")) return refused("Choose a file", 422);
	const save = async () => {
		if (removed === null && file instanceof File)
			return api.call(attachToDraftStep, {
				params: { id, stepId },
				body: { data: { version: seen.output }, files: [{ part: stepFilePart, file }] },
			});
		return editDraft(api, args, {
			version: seen.output,
			edit: (steps) =>
				steps.map((step) => ({
					...step,
					attachmentIds: step.attachmentIds.filter((one) => step.id !== stepId || one !== removed),
				})),
		});
	};
	const saved = await save();
	if (saved.ok) {
		session.flash({ kind: "success", message: removed === null ? "The file was added" : "The file was removed" });
		return redirect(`/${orgName}/workflow/${id}/stages/${stepId}/files`);
	}
	if (saved.problem.status === 404) orThrow(saved);
	const [wrong = null] = saved.problem.fields?.[stepFilePart] ?? [];
	return json<Answer>({ wrong, error: wrong ? null : saved.problem.error }, httpStatus(saved.problem));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ wrong: null, error }));

export const { handle, shouldRevalidate } = showsRecords(workflowScreen);

const formId = "stage-files";

const StageFiles = () => {
	const { name, version, files, closeTo, maySave } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isAwaiting = useIsAwaiting();
	const form = useResetWhenSent(isAwaiting, answer);
	const mayAdd = maySave && files.length < maxStepFiles;
	return (
		<Dialog
			title={`Files of “${name}”`}
			description="They go with the email of the stage."
			closeTo={closeTo}
			cancel
			footer={
				mayAdd && (
					<Button form={formId} variant="primary" pending={isAwaiting}>
						Add file
					</Button>
				)
			}
		>
			<div className="grid gap-4">
				<FormErrors errors={answer?.error ? [answer.error] : null} />
				{files.length === 0 && <p className="text-text-2">No files yet.</p>}
				<ul className="grid gap-2">
					{files.map(({ id, name: file, size, to }) => (
						<li key={id} className="flex items-center gap-3">
							<a href={to} className="min-w-0 flex-1 text-accent hover:underline wrap-anywhere">
								{file}
							</a>
							<span className="text-sm text-text-2">{formatKilobytes(size)}</span>
							{maySave && (
								<SignedInForm id={`remove-${id}`} encType="multipart/form-data">
									<input type="hidden" name="version" value={version} />
									<Button name="remove" value={id} icon={Trash2} size="small" aria-label={`Remove ${file}`}>
										Remove
									</Button>
								</SignedInForm>
							)}
						</li>
					))}
				</ul>
				{mayAdd && (
					<SignedInForm ref={form} id={formId} encType="multipart/form-data" noValidate className="grid gap-4">
						<input type="hidden" name="version" value={version} />
						<Field
							name={stepFilePart}
							label="File"
							errors={answer?.wrong ? [answer.wrong] : null}
							description={`${acceptedDocuments.names}; at most ${maxStepFiles} files with ${megabytes(maxStepFileBytes)} together.`}
							autoFocusInDialog
						>
							{(wiring) => (
								<input {...wiring} type="file" accept={acceptedDocuments.accept} className={fileInputClass} />
							)}
						</Field>
					</SignedInForm>
				)}
			</div>
		</Dialog>
	);
};
export default StageFiles;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
