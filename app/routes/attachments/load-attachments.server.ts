import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { attachmentsOf, documentsOf } from "#app/routes/attachments/list-attachments";
import { mayAt } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { getForm, updateForm } from "#worker/services/forms/contract";

export const loadAttachments = async (args: LoaderFunctionArgs) => {
	const { orgName, user } = await requireAccess(args, getForm);
	const applicant = orThrow(await args.context.applicant(args.params.applicantId ?? ""));
	const { id, formId } = applicant;
	const here = `/${orgName}/applicants/${id}`;
	const form = formId ? orThrow(await args.context.api.call(getForm, { params: { id: formId } })) : null;
	return {
		attachments: form ? attachmentsOf(form) : [],
		/** The documents that the user may upload. */
		documents: form && mayAt(user, applicant, updateForm) ? documentsOf(form) : [],
		idempotencyKey: crypto.randomUUID(),
		here,
		files: `${here}/files/${formId}`,
	};
};
