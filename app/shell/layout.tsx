import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
	Outlet,
	type ShouldRevalidateFunction,
	useLoaderData,
	useLocation,
	useMatches,
	useNavigation,
} from "@remix-run/react";
import { useEffect } from "react";
import { forgetTab } from "#app/session/tab-memory";
import { IdleDialog } from "#app/shell/idle-dialog";
import { LiveProvider } from "#app/shell/live";
import { loadFrame } from "#app/shell/load-frame.server";
import { PaletteProvider } from "#app/shell/palette/provider";
import { ProblemPage } from "#app/shell/problem-page";
import { ShellContext } from "#app/shell/shell-context";
import { showOverDialogs } from "#app/shell/show-over-dialogs";
import { shows } from "#app/shell/shows";
import { Sidebar } from "#app/shell/sidebar";
import { TopBar } from "#app/shell/top-bar";
import { CsrfContext } from "#app/ui/form/csrf";
import { ToastRegion } from "#app/ui/toast/toast-region";
import { useLazy } from "#app/ui/use-lazy";

export const loader = (args: LoaderFunctionArgs) => loadFrame(args);

/** why: what the frame shows changes by forms and by notices, not by going from page to page. */
const isChangedFrame: ShouldRevalidateFunction = (args) => {
	const { currentUrl, nextUrl, currentParams, nextParams, formMethod, defaultShouldRevalidate } = args;
	const isSamePage = currentUrl.href === nextUrl.href;
	const isWrite = formMethod !== undefined && formMethod !== "GET";
	return defaultShouldRevalidate && (isWrite || isSamePage || currentParams.orgName !== nextParams.orgName);
};

export const { handle, shouldRevalidate } = shows<typeof loader>(
	{
		notifications: true,
		tasks: true,
		views: true,
		organisation: true,
		users: true,
		// why: their counts stand in the navigation.
		applicants: ({ data }) => data.views.flatMap((view) => (view.isPinned ? view.applicationId : [])),
	},
	isChangedFrame,
);

/** A page that brings a head of its own says so in its `handle`, and has the frame's navigation left out. */
const takesFullScreen = (handle: unknown): boolean =>
	typeof handle === "object" && handle !== null && "isFullScreen" in handle && handle.isFullScreen === true;

const Shell = () => {
	const data = useLoaderData<typeof loader>();
	const location = useLocation();
	// why data: of a page that could not be had, only what went wrong is shown.
	const isFullScreen = useMatches().some(({ handle, data: found }) => found !== undefined && takesFullScreen(handle));
	useForgetAtLogout(data.orgName);
	return (
		<ShellContext.Provider value={data}>
			<CsrfContext.Provider value={data.csrf}>
				<LiveProvider orgName={data.orgName} userId={data.user.id} csrf={data.csrf}>
					<PaletteProvider>
						<a href="#main" className="skip-link">
							Skip to content
						</a>
						<NavigationProgress />
						{/* why here: without scripts Tab and a screen reader come to it before the page. */}
						<ToastRegion toast={data.toast} dismissTo={location.pathname + location.search} />
						{isFullScreen ? (
							<main id="main" tabIndex={-1} className="min-h-dvh outline-none">
								<Outlet />
							</main>
						) : (
							<div className="flex min-h-dvh print:block">
								<Sidebar />
								<div className="flex min-w-0 flex-1 flex-col">
									<TopBar />
									<main
										id="main"
										tabIndex={-1}
										className="min-w-0 flex-1 p-3 outline-none [--sticky-top:--spacing(13)] sm:px-5 sm:py-4.5"
									>
										<Outlet />
									</main>
								</div>
							</div>
						)}
						{/* why not with the rest: it tells the server that somebody is at work, whatever becomes of later files. */}
						<IdleDialog />
						<Extras />
					</PaletteProvider>
				</LiveProvider>
			</CsrfContext.Provider>
		</ShellContext.Provider>
	);
};
export default Shell;

export const ErrorBoundary = () => <ProblemPage />;

const loadExtras = async () => (await import("#app/shell/shell-extras")).ShellExtras;

/** why apart: their arrival must not render the page again. */
const Extras = () => {
	const ShellExtras = useLazy(loadExtras);
	return ShellExtras ? <ShellExtras /> : null;
};

/** A line across the top while the next page loads; quick pages never show it. */
const NavigationProgress = () => {
	const { state } = useNavigation();
	if (state === "idle") return null;
	return (
		<div
			ref={showOverDialogs}
			aria-hidden
			className="fixed inset-x-0 top-0 bottom-auto z-60 m-0 h-0.5 w-full animate-appear overflow-hidden border-0 bg-transparent p-0 print:hidden"
		>
			<div className="h-full w-1/3 animate-travel bg-accent" />
		</div>
	);
};

const useForgetAtLogout = (orgName: string): void => {
	const { formAction } = useNavigation();
	const isLeaving = formAction === `/${orgName}/logout`;
	useEffect(() => {
		if (isLeaving) forgetTab(orgName);
	}, [isLeaving, orgName]);
};
