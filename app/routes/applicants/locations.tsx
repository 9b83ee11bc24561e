import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { requireUser } from "#app/session/require-user.server";
import { listLocations } from "#worker/services/locations/contract";

/** What the location field of the stage dialogs finds while somebody types, in pages of 20 (§9). */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, ["candidate:u"]);
	const name = new URL(args.request.url).searchParams.get("name") ?? "";
	const found = orThrow(await args.context.api.call(listLocations, { query: { size: "20", name } }));
	return json({ locations: found.data });
};
