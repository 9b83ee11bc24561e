import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { loginAddress } from "#app/routes/auth/why-logged-out";
import { readForm, readSignedInForm } from "#app/session/read-form.server";
import { safeReturn } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import { logout } from "#worker/services/auth/contract";

/** Ends the session. After idle time (§4) the login page says why, and leads back to the page in `to`. */
export const action = async ({ request, params: { orgName = "" }, context }: ActionFunctionArgs) => {
	// why: a user whose session has expired has no token to send, and nothing to end.
	const isOpen = context.session.isOpen();
	const form = await (isOpen ? readSignedInForm : readForm)(request, context);
	if (isOpen) {
		await context.api.call(logout, {});
		context.session.end();
	}
	if (form.get("why") !== "idle") return redirect(loginAddress(orgName));
	return redirect(loginAddress(orgName, { to: safeReturn(fieldText(form.get("to")), orgName), why: "idle" }));
};

/** why: a link or a prefetch must not log the user out. */
export const loader = ({ params: { orgName = "" } }: LoaderFunctionArgs) => redirect(loginAddress(orgName));

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
