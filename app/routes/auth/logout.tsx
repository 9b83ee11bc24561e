import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSignedInForm } from "#app/session/read-form.server";
import { logout } from "#worker/services/auth/contract";

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	// why: a user whose session has expired has no token to send, and nothing to end.
	if (context.session.isOpen()) {
		await readSignedInForm(request, context);
		await context.api.call(logout, {});
		context.session.end();
	}
	return redirect(loginPage(params));
};

/** why: a link or a prefetch must not log the user out. */
export const loader = ({ params }: LoaderFunctionArgs) => redirect(loginPage(params));

/** why encoded: a segment like `\elsewhere.example` must not become another site's address. */
const loginPage = ({ orgName = "" }: LoaderFunctionArgs["params"]) => `/${encodeURIComponent(orgName)}`;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
