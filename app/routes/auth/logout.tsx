import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSignedInForm } from "#app/session/read-form.server";
import { ProblemPage } from "#app/shell/problem-page";
import { logout } from "#worker/services/auth/contract";

/** Ends the session here and on the server. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	// why: somebody whose session has run out has no token to show, and nothing to end.
	if (context.session.isOpen()) {
		await readSignedInForm(request, context);
		await context.api.call(logout, {});
		context.session.end();
	}
	return redirect(loginPage(params));
};

/** A link or a prefetch logs nobody out. */
export const loader = ({ params }: LoaderFunctionArgs) => redirect(loginPage(params));

/** why: encoded, so that a segment like `\elsewhere.example` cannot become another site's address. */
const loginPage = ({ orgName = "" }: LoaderFunctionArgs["params"]) => `/${encodeURIComponent(orgName)}`;

export const ErrorBoundary = () => <ProblemPage />;
