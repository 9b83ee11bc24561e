import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findOrganisations } from "#app/api/find-organisations.server";
import { problemResponse } from "#app/api/problem-response";
import { openGoogleAttempt } from "#app/routes/auth/google-attempt.server";
import { googleSignInUrl } from "#app/routes/auth/google-sign-in-url";
import { LoginForm } from "#app/routes/auth/login-form";
import { findPublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { requestReset } from "#app/routes/auth/request-reset.server";
import { ResetRequestDialog } from "#app/routes/auth/reset-request-dialog";
import { storedRedirect } from "#app/routes/auth/stored-redirect.server";
import { submitLogin } from "#app/routes/auth/submit-login.server";
import { readForm } from "#app/session/read-form.server";
import { firstPermittedPage } from "#app/shell/navigation";
import { ProblemPage } from "#app/shell/problem-page";
import { OrganisationSearch } from "#app/ui/organisation-search";
import { SplitPage } from "#app/ui/split-page";
import { ToastRegion } from "#app/ui/toast-region";
import { problems } from "#worker/contract/problems";

const unknownOrganisation = problems.organisation_not_found.message;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.organisation ? `Log in · ${data.organisation.name}` : unknownOrganisation} · Matricula` },
];

/** §2 `/{orgName}`: the login page; the organisation search where there is none; onwards for who is logged in. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const organisation = await findPublicOrganisation(context, params.orgName);
	if (!organisation)
		return json({ organisation: null, found: await findOrganisations(request, context) }, { status: 404 });
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
		isResetOpen: new URL(request.url).searchParams.get("reset") === "request",
		search: to ? `?to=${encodeURIComponent(to)}` : "",
		googleUrl: authServiceUrl
			? googleSignInUrl({ portalOrigin, authServiceUrl, organisationId: organisation.id, state: attempt.state })
			: null,
		toast: session.takeToast() ?? null,
	};
	return json(data, { headers: { "set-cookie": attempt.setCookie } });
};

/** Two forms post here: the login, and the reset request in its dialog. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const form = await readForm(request);
	const args = { form, context, orgName: params.orgName ?? "", to: storedRedirect(request, params.orgName ?? "") };
	return form.get("intent") === "request-reset" ? requestReset(args) : submitLogin(args);
};

const Login = () => {
	const data = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	if (!data.organisation)
		return (
			<SplitPage title={unknownOrganisation} description="Check the address, or search for your institution.">
				<OrganisationSearch {...data.found} />
			</SplitPage>
		);
	const { organisation, search, googleUrl, isResetOpen, toast } = data;
	const here = `/${organisation.id}${search}`;
	return (
		<>
			<SplitPage
				organisation={organisation}
				title="Sign in to the admissions portal"
				description={`For staff of ${organisation.name}.`}
			>
				<LoginForm
					lastResult={answer?.intent === "login" ? answer.result : null}
					resetTo={`${here}${search ? "&" : "?"}reset=request`}
					googleUrl={googleUrl}
				/>
			</SplitPage>
			{isResetOpen && (
				<ResetRequestDialog lastResult={answer?.intent === "request-reset" ? answer.result : null} closeTo={here} />
			)}
			<ToastRegion toast={toast} dismissTo={here} />
		</>
	);
};
export default Login;

export const ErrorBoundary = () => <ProblemPage />;
