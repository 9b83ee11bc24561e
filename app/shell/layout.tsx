import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { loadWatched } from "#app/session/downloads.server";
import { readPreferences } from "#app/session/preferences.server";
import { requireUser } from "#app/session/require-user.server";
import { IdleDialog } from "#app/shell/idle-dialog";
import { LiveProvider } from "#app/shell/live";
import { NavigationProgress } from "#app/shell/navigation-progress";
import { PaletteProvider } from "#app/shell/palette/provider";
import { ProblemPage } from "#app/shell/problem-page";
import { toShownView } from "#app/shell/saved-views";
import { ShellContext } from "#app/shell/shell-context";
import { Sidebar } from "#app/shell/sidebar";
import { TopBar } from "#app/shell/top-bar";
import { useForgetAtLogout } from "#app/shell/use-forget-at-logout";
import { CsrfContext } from "#app/ui/form/csrf";
import { ToastRegion } from "#app/ui/toast-region";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { listSavedViews } from "#worker/services/applicants/saved-views.contract";
import { notificationStatistics } from "#worker/services/notifications/contract";
import { getOrganisation } from "#worker/services/organisation/contract";
import { getPreferences } from "#worker/services/users/preferences.contract";

/** The signed-in frame (§2): who, where, how many notifications, and what the last form answered. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireUser(args);
	const { context, request } = args;
	const [organisation, statistics, downloads, views, preferences] = await Promise.all([
		context.api.call(getOrganisation, {}),
		context.api.call(notificationStatistics, {}),
		loadWatched(context, request),
		holdsAny(user.privileges, anyOf("candidate")) ? context.api.call(listSavedViews, {}) : undefined,
		context.api.call(getPreferences, {}),
	]);
	return json({
		user,
		orgName,
		organisation: orThrow(organisation),
		// why: the bell is courtesy; a page is not refused because it cannot be counted, the bell says so.
		newNotifications: statistics.ok ? statistics.value.newNotifications : null,
		downloads,
		// why: as with the bell.
		views: views?.ok ? views.value.data.map(toShownView) : [],
		csrf: context.session.csrf() ?? "",
		toast: context.session.takeToast() ?? null,
		preferences: {
			...readPreferences(request.headers.get("cookie")),
			// why on when it cannot be had: as everybody at first.
			keys: preferences.ok && !preferences.value.singleKeys ? ("off" as const) : ("on" as const),
		},
		/** After a stage change, does the next applicant open? */
		goesOn: preferences.ok && preferences.value.goesOn,
		hasOutbox: context.hasOutbox,
		now: Date.now(),
	});
};

/** why: what the frame shows changes by forms and by live hints, not by walking from page to page. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) => {
	const { currentUrl, nextUrl, currentParams, nextParams, formMethod } = args;
	const isSamePage = currentUrl.href === nextUrl.href;
	const isWrite = formMethod !== undefined && formMethod !== "GET";
	return unlessUnanswered(args) && (isWrite || isSamePage || currentParams.orgName !== nextParams.orgName);
};

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
						<a
							href="#main"
							className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
						>
							Skip to content
						</a>
						<NavigationProgress />
						{isFullScreen ? (
							<main id="main" tabIndex={-1} className="min-h-dvh outline-none">
								<Outlet />
							</main>
						) : (
							<div className="flex min-h-dvh print:block">
								<Sidebar />
								<div className="flex min-w-0 flex-1 flex-col">
									<TopBar />
									<main id="main" tabIndex={-1} className="min-w-0 flex-1 p-3 outline-none sm:px-5 sm:py-4.5">
										<Outlet />
									</main>
								</div>
							</div>
						)}
						<ToastRegion toast={data.toast} dismissTo={location.pathname + location.search} />
						<IdleDialog />
					</PaletteProvider>
				</LiveProvider>
			</CsrfContext.Provider>
		</ShellContext.Provider>
	);
};
export default Shell;

export const ErrorBoundary = () => <ProblemPage />;
