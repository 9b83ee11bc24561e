import {
	type ActionFunctionArgs,
	type AppLoadContext,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LogIn, UserX } from "lucide-react";
import { httpStatus } from "#app/api/problem-response";
import { beginSession } from "#app/routes/auth/begin-session.server";
import { closeGoogleAttempt, readGoogleReturn } from "#app/routes/auth/google-attempt.server";
import { requirePublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { SelfSendingForm } from "#app/routes/auth/self-sending-form";
import { loginAddress } from "#app/routes/auth/why-logged-out";
import { readForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { safeReturn } from "#app/session/require-user.server";
import { firstPage } from "#app/shell/first-page.server";
import { LinkButton } from "#app/ui/button";
import { MessagePage } from "#app/ui/page/message-page";
import { fail, ok, type Result } from "#worker/contract/result";
import { screenProblems } from "#worker/contract/screen-problems";
import type { SignedIn } from "#worker/services/auth/contract";

const notFound = screenProblems.google_user_not_found;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Login with Google · ${data?.organisation.name ?? "Matricula"}` },
];

/** §2 `/{orgName}/auth`: the return from Google, with or without a transfer code. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
	const organisation = await requirePublicOrganisation(context, params.orgName);
	const { code, isCancelled, to } = await readGoogleReturn(request, organisation.id);
	if (isCancelled) throw redirect(loginAddress(organisation.id, { to, why: "cancelled" }));
	return json({ organisation, isFound: code !== undefined }, { status: code ? 200 : notFound.status });
};

/** Exchanges the code. An existing session is replaced only on success. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	await readForm(request, context);
	const { id: orgName } = await requirePublicOrganisation(context, params.orgName);
	const { code, to } = await readGoogleReturn(request, orgName);
	if (!code) return json({ isFound: false }, { status: notFound.status });
	const signedIn = await exchangeCode(context, orgName, code);
	if (!signedIn.ok) {
		if (signedIn.problem.code === "network") throw refusal("network");
		return json({ isFound: false }, { status: httpStatus(signedIn.problem) });
	}
	const { user, ...tokens } = signedIn.value;
	await beginSession(context, tokens);
	recordLogin(context.requestId, orgName);
	throw redirect(safeReturn(to, orgName) ?? (await firstPage(context, user, orgName)), {
		headers: { "set-cookie": await closeGoogleAttempt(request, orgName) },
	});
};

/** Logs the login event (§7) without naming the user. */
const recordLogin = (requestId: string, organisation: string) =>
	console.info(JSON.stringify({ level: "info", event: "login", method: "google", organisation, requestId }));

/** Exchanges a transfer code for a session (§7 Google). The services check the auth service's token first. */
const exchangeCode = async (context: AppLoadContext, orgName: string, code: string): Promise<Result<SignedIn>> => {
	const answer = await context.transferCode({ params: { product: "admissions", orgName }, body: { code } });
	if (!answer.ok) return answer;
	const { access_token: accessToken, refresh_token: refreshToken } = answer.value;
	const user = await context.userOf(accessToken);
	if (user.ok) return ok({ accessToken, refreshToken, user: user.value });
	return user.problem.status === 401 ? fail("google_user_not_found") : user;
};

const GoogleReturn = () => {
	const { organisation, isFound } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return isFound && !answer ? (
		<MessagePage icon={LogIn} title="Login with Google" action={<SelfSendingForm label="Continue" />}>
			<p role="status">Logging you in to {organisation.name}…</p>
		</MessagePage>
	) : (
		<MessagePage
			icon={UserX}
			tone="danger"
			title={notFound.message}
			action={
				<LinkButton to={`/${organisation.id}`} variant="primary">
					Back to login
				</LinkButton>
			}
		>
			<p role="alert">The user with that email address does not exist or is wrong.</p>
		</MessagePage>
	);
};
export default GoogleReturn;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
