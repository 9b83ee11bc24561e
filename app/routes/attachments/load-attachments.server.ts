import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { attachmentsOf } from "#app/routes/attachments/list-attachments";
import { requireAccess } from "#app/session/require-user.server";
import { getForm } from "#worker/services/forms/contract";

export const loadAttachments = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, getForm);
	const { id, formId } = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const here = `/${orgName}/applicants/${id}`;
	const form = formId ? orThrow(await args.context.api.call(getForm, { params: { id: formId } })) : null;
	return { attachments: form ? attachmentsOf(form) : [], here, files: `${here}/files/${formId}` };
};
