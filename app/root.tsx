import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	type ShouldRevalidateFunction,
	useLoaderData,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { noteScripts, runsScripts } from "#app/api/scripts-cookie";
import { readPreferences } from "#app/session/preferences.server";
import { useNonce } from "#app/shell/nonce";
import { ProblemPage, useProblemPageSoon } from "#app/shell/problem-page";
import stylesheet from "#app/tailwind.css";
import { ScriptsKnown } from "#app/ui/use-hydrated";
import { useLazy } from "#app/ui/use-lazy";

export const links: LinksFunction = () => [
	{ rel: "stylesheet", href: stylesheet },
	{ rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: "Matricula" }];

export const loader = ({ request }: LoaderFunctionArgs) => ({
	preferences: readPreferences(request.headers.get("cookie")),
	scriptsKnown: runsScripts(request),
});

/** why: only the preferences' own form changes what the root says; a line that is down must not take the page away. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formAction }) =>
	formAction?.includes("/preferences") ?? false;

export const Layout = ({ children }: { children: ReactNode }) => {
	const nonce = useNonce();
	const preferences = useRouteLoaderData<typeof loader>("root")?.preferences;
	return (
		<html lang="en" data-theme={preferences?.theme ?? "system"} data-density={preferences?.density ?? "comfortable"}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="robots" content="noindex" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<ScrollRestoration nonce={nonce} />
				<Scripts nonce={nonce} />
			</body>
		</html>
	);
};

/** why later: the first page keeps its focus by itself, and the login page is to be light. */
const loadFocusKeeper = async () => (await import("#app/ui/focus/focus-keeper")).FocusKeeper;

/** why apart: its arrival must not render the page again. */
const KeptFocus = () => {
	const FocusKeeper = useLazy(loadFocusKeeper);
	return FocusKeeper ? <FocusKeeper /> : null;
};

const App = () => {
	useEffect(noteScripts, []);
	useProblemPageSoon();
	const { scriptsKnown } = useLoaderData<typeof loader>();
	return (
		<ScriptsKnown.Provider value={scriptsKnown}>
			<Outlet />
			<KeptFocus />
		</ScriptsKnown.Provider>
	);
};
export default App;

export const ErrorBoundary = () => <ProblemPage />;
