import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findCourses } from "#app/routes/applications/find-courses.server";
import { may } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";

/** Finds courses that an application can offer, while somebody types. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, may.openNewApplication);
	return json(await findCourses(api, new URL(args.request.url).searchParams.get("search") ?? ""));
};
