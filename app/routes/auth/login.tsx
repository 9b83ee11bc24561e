import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useOutlet } from "@remix-run/react";
import { useState } from "react";
import { replyWithProblem } from "#app/api/form-answer";
import { problemInit, problemResponse } from "#app/api/problem-response";
import { beginSession } from "#app/routes/auth/begin-session.server";
import { findOrganisations } from "#app/routes/auth/find-organisations.server";
import { openGoogleAttempt } from "#app/routes/auth/google-attempt.server";
import { LoginForm } from "#app/routes/auth/login-form";
import { findPublicOrganisation } from "#app/routes/auth/public-organisation.server";
import type { ResetContext } from "#app/routes/auth/request-reset";
import { storedRedirect } from "#app/routes/auth/stored-redirect.server";
import { UnknownOrganisation } from "#app/routes/auth/unknown-organisation.server";
import { sentenceOf } from "#app/routes/auth/why-logged-out";
import { readForm } from "#app/session/read-form.server";
import { firstPage } from "#app/shell/first-page.server";
import { drawnLater } from "#app/ui/drawn-later";
import { SplitPage } from "#app/ui/page/split-page";
import { ToastRegion } from "#app/ui/toast/toast-region";
import { screenProblems } from "#worker/contract/screen-problems";
import { LoginForm as LoginInput, login } from "#worker/services/auth/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Matricula" }];

/** Loads the login page (§2), or the organisation search. Redirects a user who is logged in. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const organisation = await findPublicOrganisation(context, params.orgName);
	if (!organisation) {
		const title = `${screenProblems.organisation_not_found.message} · Matricula`;
		return json({ organisation: null, title, found: await findOrganisations(request, context) }, { status: 404 });
	}
	const to = storedRedirect(request, organisation.id);
	if (context.session.isOpen()) {
		const user = await context.user();
		if (user.ok) throw redirect(to ?? (await firstPage(context, user.value, organisation.id)));
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
		why: sentenceOf(new URL(request.url).searchParams.get("why")) ?? null,
		toast: session.takeToast() ?? null,
	};
	return json(data, { headers: { "set-cookie": attempt.setCookie } });
};

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	const organisation = params.orgName ?? "";
	const submission = parseWithValibot(await readForm(request, context), { schema: LoginInput });
	if (submission.status !== "success") return json(submission.reply({ hideFields }), { status: 422 });
	const answer = await context.api.call(login, { body: { ...submission.value, organisation } });
	if (!answer.ok)
		return json(replyWithProblem(submission, answer.problem, { hideFields }), problemInit(answer.problem));
	await beginSession(context, answer.value);
	throw redirect(storedRedirect(request, organisation) ?? (await firstPage(context, answer.value.user, organisation)));
};

const OtherOrganisations = drawnLater(
	UnknownOrganisation,
	async () => (await import("#app/routes/auth/unknown-organisation")).UnknownOrganisation,
);

const Login = () => {
	const data = useLoaderData<typeof loader>();
	const lastResult = useActionData<typeof action>();
	const [username, setUsername] = useState("");
	const closeTo = data.organisation ? `/${data.organisation.id}${data.search}` : "";
	const dialog = useOutlet({ closeTo, username } satisfies ResetContext);
	if (!data.organisation) return <OtherOrganisations {...data.found} />;
	const { organisation, search, googleUrl, why, toast } = data;
	return (
		<>
			<ToastRegion toast={toast} dismissTo={closeTo} />
			<SplitPage
				organisation={organisation}
				title={organisation.portal.title ?? "Sign in to the admissions portal"}
				description={
					organisation.portal.welcomeMessage ? (
						<span className="whitespace-pre-line wrap-anywhere">{organisation.portal.welcomeMessage}</span>
					) : (
						`For staff of ${organisation.name}.`
					)
				}
			>
				{why && !lastResult && (
					<p role="status" className="mb-4 rounded-md border border-line bg-bg px-3 py-2 text-sm">
						{why}
					</p>
				)}
				<LoginForm
					lastResult={lastResult ?? null}
					resetTo={`/${organisation.id}/forgot-password${search}`}
					googleUrl={googleUrl}
					username={username}
					onUsername={setUsername}
					takesFocus={!dialog && !lastResult}
				/>
			</SplitPage>
			{dialog}
		</>
	);
};
export default Login;

interface GoogleSignIn {
	portalOrigin: string;
	/** Without its `/auth`; below `portalOrigin` unless it has a host. */
	authServiceUrl: string;
	organisationId: string;
	/** Comes back beside the transfer code. */
	state: string;
}

/** Returns the address of 'Login with Google' (§7): the auth service, which returns to the current page plus /auth. */
const googleSignInUrl = ({ portalOrigin, authServiceUrl, organisationId, state }: GoogleSignIn): string => {
	const callback = new URL(`/${organisationId}/auth`, portalOrigin);
	callback.searchParams.set("state", state);
	const url = new URL(`${authServiceUrl.replace(/\/$/, "")}/auth/google/authorize`, portalOrigin);
	url.searchParams.set("callback_url", callback.href);
	url.searchParams.set("organization", organisationId);
	url.searchParams.set("product", "admissions");
	return url.href;
};

/** §8 Login failure: the password is never sent back. */
const hideFields = ["password"];

export { waitHeaders as headers } from "#app/api/problem-response";
export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
