import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { requireAccess } from "#app/session/require-user.server";
import { findCandidateRecord } from "#worker/services/candidate-info/contract";

/** 'Login to view more' (§2): redirects to the applicant's record after the login. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, findCandidateRecord);
	const params = { id: args.params.publicId ?? "" };
	const { id, applicationId } = orThrow(await args.context.api.call(findCandidateRecord, { params }));
	throw redirect(`/${orgName}/applicants/${id}?application=${applicationId}`);
};

const Record = () => null;
export default Record;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
