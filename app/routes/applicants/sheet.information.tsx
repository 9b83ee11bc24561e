import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { FileText } from "lucide-react";
import { problemResponse } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { EmptyState } from "#app/ui/empty-state";
import { FormView } from "#app/ui/form-view";
import { readForm } from "#worker/contract/form-reading";
import { anyOf } from "#worker/contract/permissions";
import { getApplicant } from "#worker/services/applicants/contract";
import { getForm } from "#worker/services/forms/contract";

/** Application Information: the submitted form, read by the layout it was made with. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const { api } = args.context;
	const applicant = await api.call(getApplicant, { params: { id: args.params.applicantId ?? "" } });
	if (!applicant.ok) throw problemResponse(applicant.problem);
	if (!applicant.value.formId) return json({ sections: null });
	const form = await api.call(getForm, { params: { id: applicant.value.formId } });
	if (!form.ok) throw problemResponse(form.problem);
	const { layout, data, duplicateFields, attachments } = form.value;
	return json({ sections: readForm({ layout, data, repeats: duplicateFields, attachments }) });
};

const Information = () => {
	const { sections } = useLoaderData<typeof loader>();
	return (
		<div className="px-5 py-4.5 max-sm:px-3">
			{sections ? (
				<FormView sections={sections} />
			) : (
				<EmptyState icon={FileText} title="No form yet">
					The applicant has not begun to fill in the form.
				</EmptyState>
			)}
			<Outlet />
		</div>
	);
};
export default Information;

export const ErrorBoundary = () => <ProblemPage />;
