import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { loadWatched } from "#app/session/downloads.server";
import { mayCall } from "#app/session/may-call";
import { readPreferences } from "#app/session/preferences.server";
import { requireUser } from "#app/session/require-user.server";
import { toShownView } from "#app/shell/saved-views";
import { notificationStatistics } from "#worker/services/notifications/contract";
import { getOrganisation } from "#worker/services/organisation/contract";
import { listSavedViews } from "#worker/services/saved-views/contract";
import { getPreferences } from "#worker/services/users/preferences.contract";

/** The signed-in frame (§2): who, where, how many notifications, and what the last form answered. */
export const loadFrame = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireUser(args);
	const { context, request } = args;
	const [organisation, statistics, downloads, views, preferences] = await Promise.all([
		context.api.call(getOrganisation, {}),
		context.api.call(notificationStatistics, {}),
		loadWatched(context, request),
		mayCall(user, listSavedViews) ? context.api.call(listSavedViews, {}) : undefined,
		context.api.call(getPreferences, {}),
	]);
	return {
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
	};
};
