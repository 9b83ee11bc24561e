import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openLater } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { loadWatched } from "#app/session/downloads.server";
import { mayCall } from "#app/session/may-call";
import { readPreferences } from "#app/session/preferences.server";
import { requireUser } from "#app/session/require-user.server";
import { toShownView, type ViewCounts } from "#app/shell/saved-views";
import { ok } from "#worker/contract/result";
import { notificationStatistics } from "#worker/services/notifications/contract";
import { getOrganisation } from "#worker/services/organisation/contract";
import { listSavedViews, type SavedView } from "#worker/services/saved-views/contract";
import { getPreferences } from "#worker/services/users/contract";

/** The signed-in frame (§2): user, organisation, number of notifications, and the last form's toast. */
export const loadFrame = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireUser(args);
	const { context, request } = args;
	const later = openLater(args);
	const views = mayCall(user, listSavedViews)
		? later.askWithGist(
				() => context.api.call(listSavedViews, { query: { counted: "false" } }),
				() => context.api.call(listSavedViews, { query: { counted: "true" } }),
			)
		: none;
	const [organisation, statistics, downloads, named, preferences] = await Promise.all([
		context.api.call(getOrganisation, {}),
		context.api.call(notificationStatistics, {}),
		loadWatched(context, request),
		views.gist,
		context.api.call(getPreferences, {}),
	]);
	// why: every page has the frame, and none of these; the screens that set them up read them.
	const { portal: _, contacts: __, logRetentionMonths: ___, ...shownOrganisation } = orThrow(organisation);
	const decided = {
		user,
		orgName,
		organisation: shownOrganisation,
		// why: the bell is courtesy; a page is not refused because it cannot be counted, the bell says so.
		newNotifications: statistics.ok ? statistics.value.newNotifications : null,
		downloads,
		// why: as with the bell.
		views: named.ok ? named.value.data.map(toShownView) : [],
		csrf: context.session.csrf() ?? "",
		toast: context.session.takeToast() ?? null,
		preferences: {
			...readPreferences(request.headers.get("cookie")),
			// why on when it cannot be had: as everybody at first.
			keys: preferences.ok && !preferences.value.singleKeys ? ("off" as const) : ("on" as const),
		},
		hasOutbox: context.hasOutbox,
		hasServiceWorker: context.hasServiceWorker,
		now: Date.now(),
	};
	const viewCounts = views.whole.then((counted) => (counted.ok ? ok(countsOf(counted.value.data)) : counted));
	return later.respond(decided, { viewCounts });
};

const withoutViews = Promise.resolve(ok({ data: [] }));
const none = { gist: withoutViews, whole: withoutViews };

const countsOf = (views: readonly SavedView[]): ViewCounts =>
	Object.fromEntries(
		views.flatMap(({ id, applicants, isCapped }) => (applicants === null ? [] : [[id, { applicants, isCapped }]])),
	);
