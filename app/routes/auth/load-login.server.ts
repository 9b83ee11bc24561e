import { json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { problemResponse } from "#app/api/problem-response";
import { findOrganisations } from "#app/routes/auth/find-organisations.server";
import { openGoogleAttempt } from "#app/routes/auth/google-attempt.server";
import { googleSignInUrl } from "#app/routes/auth/google-sign-in-url";
import { findPublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { storedRedirect } from "#app/routes/auth/stored-redirect.server";
import { firstPermittedPage } from "#app/shell/navigation";
import { screenProblems } from "#worker/contract/screen-problems";

/** What the login page shows (§2), or where it leads whoever is logged in. */
export const loadLogin = async ({ request, params, context }: LoaderFunctionArgs) => {
	const organisation = await findPublicOrganisation(context, params.orgName);
	if (!organisation) {
		const title = `${screenProblems.organisation_not_found.message} · Matricula`;
		return json({ organisation: null, title, found: await findOrganisations(request, context) }, { status: 404 });
	}
	const to = storedRedirect(request, organisation.id);
	if (context.session.isOpen()) {
		const user = await context.user();
		if (user.ok) throw redirect(to ?? firstPermittedPage(user.value.privileges, organisation.id));
		if (user.problem.status !== 401 && user.problem.status !== 403) throw problemResponse(user.problem);
		context.session.end();
	}
	const { portalOrigin, authServiceUrl, session } = context;
	const attempt = await openGoogleAttempt(request, organisation.id, to);
	const data = {
		organisation,
		title: `Log in · ${organisation.name} · Matricula`,
		search: to ? `?to=${encodeURIComponent(to)}` : "",
		googleUrl: authServiceUrl
			? googleSignInUrl({ portalOrigin, authServiceUrl, organisationId: organisation.id, state: attempt.state })
			: null,
		toast: session.takeToast() ?? null,
	};
	return json(data, { headers: { "set-cookie": attempt.setCookie } });
};
