import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { readSheetSearch } from "#app/list/list-address";
import { readSignedInAnswers } from "#app/session/read-answers.server";
import { requireAccess } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import { notices } from "#worker/contract/notices";
import { getForm, updateForm } from "#worker/services/forms/contract";

/** What was refused: beside the choice of the document, beside the files, or above both. */
export interface RefusedAttachments {
	fieldId: string;
	errors: { field?: string[]; files?: string[]; form?: string[] };
}

/** Uploads files into a field, which replace its former ones, or removes a file (§2 Attachments). */
export const changeAttachments = async (args: ActionFunctionArgs) => {
	const { orgName, session } = await requireAccess(args, updateForm);
	const { api } = args.context;
	const { form, refused } = await readSignedInAnswers(args.request, args.context);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const params = { id: applicant.formId ?? "" };
	const { applicationKey } = orThrow(await api.call(getForm, { params }));
	const fieldId = fieldText(form.get("field"));
	const refuse = (errors: RefusedAttachments["errors"], status = 422) =>
		json<RefusedAttachments>({ fieldId, errors }, { status });
	const removed = fieldText(form.get("remove"));
	const files = form.getAll("files").filter((file): file is File => file instanceof File && file.name !== "");
	if (removed === "") {
		const [tooLarge] = refused.values();
		if (tooLarge !== undefined) return refuse({ files: [tooLarge] }, 413);
		if (fieldId === "") return refuse({ field: ["Choose which document it is"] });
		if (files.length === 0) return refuse({ files: ["Choose a file"] });
	}
	const data = { applicationKey, ...(removed !== "" && { removedFiles: [removed] }) };
	const parts = removed === "" ? files.map((file) => ({ part: `${applicationKey}:${fieldId}`, file })) : [];
	const key = fieldText(form.get("idempotencyKey"));
	const options = /^[\w-]{8,64}$/.test(key) ? { idempotencyKey: key } : {};
	const saved = await api.call(updateForm, { params, body: { data, files: parts } }, options);
	if (saved.ok) {
		session.flash({ kind: "success", message: notices.detailsSaved });
		const search = readSheetSearch(new URL(args.request.url).searchParams);
		const tab = saved.value.attachments.length > 0 ? "/attachments" : "";
		return redirect(`/${orgName}/applicants/${applicant.id}${tab}${search}`);
	}
	const { problem } = saved;
	if (problem.status === 404) orThrow(saved);
	const messages = Object.values(problem.fields ?? {}).flat();
	if (messages.length === 0) return refuse({ form: [problem.error] }, httpStatus(problem));
	return refuse(removed === "" ? { files: messages } : { form: messages }, httpStatus(problem));
};
