import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { loadLogin } from "#app/routes/auth/load-login.server";
import { LoginForm } from "#app/routes/auth/login-form";
import { submitLogin } from "#app/routes/auth/submit-login.server";
import { UnknownOrganisation } from "#app/routes/auth/unknown-organisation.server";
import { ProblemPage } from "#app/shell/problem-page";
import { drawnLater } from "#app/ui/drawn-later";
import { SplitPage } from "#app/ui/page/split-page";
import { ToastRegion } from "#app/ui/toast/toast-region";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Matricula" }];

/** §2 `/{orgName}`: the login page; the organisation search where there is none; onwards for who is logged in. */
export const loader = (args: LoaderFunctionArgs) => loadLogin(args);

export const action = (args: ActionFunctionArgs) => submitLogin(args);

const OtherOrganisations = drawnLater(
	UnknownOrganisation,
	async () => (await import("#app/routes/auth/unknown-organisation")).UnknownOrganisation,
);

const Login = () => {
	const data = useLoaderData<typeof loader>();
	const lastResult = useActionData<typeof action>();
	if (!data.organisation) return <OtherOrganisations {...data.found} />;
	const { organisation, search, googleUrl, toast } = data;
	const here = `/${organisation.id}`;
	return (
		<>
			<SplitPage
				organisation={organisation}
				title="Sign in to the admissions portal"
				description={`For staff of ${organisation.name}.`}
			>
				<LoginForm lastResult={lastResult ?? null} resetTo={`${here}/forgot-password${search}`} googleUrl={googleUrl} />
			</SplitPage>
			<Outlet context={here + search} />
			<ToastRegion toast={toast} dismissTo={here + search} />
		</>
	);
};
export default Login;

export const ErrorBoundary = () => <ProblemPage />;
