import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { anyOf } from "#worker/contract/permissions";
import { searchApplications } from "#worker/services/applications/contract";

/** What the application picker finds while somebody types. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const keyword = new URL(args.request.url).searchParams.get("q") ?? "";
	const found = orThrow(await args.context.api.call(searchApplications, { query: { pageSize: "20", keyword } }));
	return json({ applications: found.data.map(({ id, title }) => ({ id, title })) });
};
