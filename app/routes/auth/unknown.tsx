import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireUser } from "#app/session/require-user.server";

/** Any other address: redirects to the login page, or to /404 for a user who is logged in (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const orgName = new URL(args.request.url).pathname.split("/")[1] ?? "";
	await requireUser({ ...args, params: { orgName } });
	return redirect(`/${orgName}/404`);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
