import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findApplications } from "#app/list/find-applications.server";
import { requireAccess } from "#app/session/require-user.server";
import { dashboardStatistics } from "#worker/services/dashboard/contract";

/** Finds applications that the dashboard can be about, while somebody types. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, dashboardStatistics);
	return json({ choices: await findApplications(api, new URL(args.request.url).searchParams) });
};
