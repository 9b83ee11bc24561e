import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { pageOfLocations } from "#app/routes/applicants/find-locations.server";
import { requireUser } from "#app/session/require-user.server";

/** What the location field finds while somebody types, in pages of 20 (§9). */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, ["candidate:u"]);
	const params = new URL(args.request.url).searchParams;
	const page = /^\d{1,6}$/.test(params.get("page") ?? "") ? Number(params.get("page")) : 0;
	return json(orThrow(await pageOfLocations(args.context.api, { name: params.get("name") ?? "", page })));
};
