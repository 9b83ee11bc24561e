import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { findDefaultApplication } from "#app/list/find-default-application.server";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { countStages } from "#worker/services/applicants/contract";
import { dismissPair, listDuplicates } from "#worker/services/duplicates/contract";

/** Loads an application's possible duplicates, or the pairs that are marked as not duplicates. */
export const loadDuplicates = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, listDuplicates);
	const { searchParams } = new URL(args.request.url);
	const wanted = searchParams.get("applicationId") || undefined;
	const standard = wanted === undefined ? await findDefaultApplication(api) : undefined;
	const applicationId = wanted ?? standard?.id;
	// why: an institution without applications has an empty page, not an error.
	if (applicationId === undefined) return { orgName, found: null };
	const isDismissed = searchParams.get("dismissed") === "true";
	const { page, size } = readPage(searchParams);
	const query = { applicationId, dismissed: isDismissed ? ("true" as const) : undefined };
	const [application, pairs] = await Promise.all([
		standard ?? api.call(countStages, { query: { applicationId } }).then(orThrow),
		api.call(listDuplicates, { query: { ...query, page: String(page), size: String(size) } }),
	]);
	const kept = new URLSearchParams({ applicationId });
	if (isDismissed) kept.set("dismissed", "true");
	if (searchParams.has("page")) kept.set("page", String(page));
	if (searchParams.has("size")) kept.set("size", String(size));
	const total = pairs.ok ? pairs.value.resultTotal : 0;
	return {
		orgName,
		found: {
			application: { id: applicationId, title: application.title },
			isDismissed,
			// why: when the pairs fail, the picker and the tabs are still useful.
			pairs,
			search: `?${kept}`,
			pages: pagesOf(`/${orgName}/duplicates`, kept, { page, size, total }),
			mayDismiss: mayCall(user, dismissPair),
		},
	};
};
